import type { FastifyInstance } from 'fastify'

/** Lists every route of the server, as `GET /api/client`, from its router instead of the contract. */
export async function listServedRoutes(app: FastifyInstance): Promise<string[]> {
  await app.ready()
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', piece = '', methods = ''] = /^(.*?)[├└]── (\S*) \((.*)\)/.exec(line) ?? []
      const depth = indent.length / 4
      // The list leaves out the slash before an asterisk.
      const path = `${depth === 0 ? '' : above[depth - 1]}${piece === '*' ? '/*' : piece}`
      above[depth] = path
      // Every GET also answers HEAD, by the same handler.
      return methods.split(', ').flatMap((method) => (method === '' || method === 'HEAD' ? [] : [`${method} ${path}`]))
    })
}
