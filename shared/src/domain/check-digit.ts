/** The value of a character: a digit itself; A 2, B 3 … H 9, I 0, J 1 and so on. */
const readWorth = (character: string): number =>
  /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 3) % 10

function weigh(characters: string, weights: readonly number[]): number {
  const fromRight = [...characters].reverse()
  return fromRight.reduce(
    (sum, character, index) => sum + readWorth(character) * (weights[index % weights.length] ?? 0),
    0,
  )
}

const split = (code: string): [string, number] => [code.slice(0, -1), Number(code.slice(-1))]

/** Weights repeat from the right: 3 and 1 for USPS (Publication 199) and FedEx Ground, 1 and 2 for UPS, 2 and 1 for OnTrac. */
export function endsInModulo10(code: string, weights: readonly number[]): boolean {
  const [body, check] = split(code)
  return (10 - (weigh(body, weights) % 10)) % 10 === check
}

/** FedEx Express: weights 1, 3 and 7 from the right, modulo 11, then modulo 10. */
export function endsInModulo11(code: string): boolean {
  const [body, check] = split(code)
  return (weigh(body, [1, 3, 7]) % 11) % 10 === check
}

/** DHL Express: the last digit is the remainder of the others divided by seven. */
export function endsInModulo7(code: string): boolean {
  const [body, check] = split(code)
  return Number(body) % 7 === check
}

/** The ninth digit checks the eight before it. Universal Postal Union S10. */
export function endsInS10(code: string): boolean {
  const [body, check] = split(code)
  const weights = [7, 9, 5, 3, 2, 4, 6, 8]
  const rest = 11 - (weigh(body, weights) % 11)
  return (rest === 10 ? 0 : rest === 11 ? 5 : rest) === check
}
