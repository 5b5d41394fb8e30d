// Is loaded into a server before its own code, and makes its clock wrong; on SIGUSR2 the error jumps to the other side.
let skewMs = Number(process.env.SKEW_MS)
const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [RealDate.now() + skewMs] : given, newTarget),
  apply: () => new RealDate(RealDate.now() + skewMs).toString(),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + skewMs : Reflect.get(target, name)),
})
process.on('SIGUSR2', () => {
  skewMs = -skewMs
})
