import type { AnswerKey } from './auto-answers.ts'
import { readWords } from './read-words.ts'

const mostWords = 6

const listPhrases = (text: string): string[] => text.split(/\s*[,\n]\s*/)

/** Words that ask for nothing by themselves. */
const around = listPhrases(
  `hola, holis, buenas, buenos, buen, buena, dia, dias, tarde, tardes, noche, noches, saludos, que tal, disculpe, disculpa
   por favor, porfavor, porfa, favor, gracias, muchas gracias, mi, mis, el, la, los, las, un, una, de, del, en, a, al, y, si, ya, es, son
   hoy, ahora, saber, quiero saber, quisiera saber, queria saber, necesito saber, me puede decir, me podria decir, me dice, digame`,
)

/** Words that ask for information. */
const asking = listPhrases(
  `me da, me dan, me pasa, me pasan, me manda, me mandan, me envia, me envian, me regala, me puede dar, me puede pasar, me puede mandar
   me puede enviar, me podria dar, deme, paseme, pasame, mandeme, envieme, que, cual, cuales`,
)

/** Words beyond those of the rule. */
const subjects: Partial<Record<AnswerKey, readonly string[]>> = {
  arrival: listPhrases(
    `cuando, viene, vienen, llega, llegan, me, va, a venir, a llegar, para, que, fecha, llegada, estara, tienen, paquete, paquetes, paquetito, pedido
     pedidos, compra, compras, encomienda, encomiendas, caja, cajas, cuanto, tiempo`,
  ),
  packages: listPhrases(
    `tienen, tengo, algo, hay, mio, caja, cajas, mi caja, me, paquete, paquetes, paquetito, paquetitos, pedido, pedidos, compra, compras, encomienda, encomiendas, vino, vinieron, llego, llegaron
     donde, esta, estan, listo, listos, lista, listas, estado, estatus, status`,
  ),
  price: [
    ...asking,
    ...listPhrases(
      `precio, precios, tarifa, tarifas, libra, libras, cuanto, cuesta, vale, sale, costo, por, para, envio, envios, traer, aereo, aerea, maritimo
       maritima, barco, avion, miami, tienen, tiene`,
    ),
  ],
  accounts: [
    ...asking,
    ...listPhrases(
      'como, donde, pagar, puedo, cuenta, cuentas, banco, bancos, bancaria, bancarias, numero, numeros, datos',
    ),
  ],
  debts: [
    ...asking,
    ...listPhrases(
      'cuanto, que, seria, pago, hay que, algo, debo, le, les, tengo, pagar, saldo, cuenta, total, pendiente, deuda',
    ),
  ],
  address: [...asking, ...listPhrases('direccion, miami, casillero, usa, ee uu, eeuu, estados unidos')],
  hours: [
    ...asking,
    ...listPhrases(
      `horario, horarios, hora, horas, abren, abre, cierran, cierra, atienden, trabajan, atencion, abierto, abiertos, estan, donde, queda
       quedan, ubicacion, ubicados, ubican, tienda, local, oficina, hasta, desde, manana, lunes, martes, miercoles, jueves, viernes, sabado
       sabados, domingo, domingos, puedo, retiro, retirar, recojo, recoger`,
    ),
  ],
  tracking: listPhrases(
    `tracking, traking, guia, numero, codigo, rastreo, orden, paquete, pedido, compra, amazon, shein, temu, ebay, walmart, ups, usps, fedex
     dhl, vino, llego, donde, esta`,
  ),
}

/** Words about payments made, complaints, loss, damage, changes or a person, as written in Nicaragua; without accents. */
const grave = new RegExp(
  `^(?:${[
    'pagos?$|pague|pagad|pagamos|pagaron|deposit|transf|abon|cancel|consign|comprobant|voucher|baucher|recibo|recibi$|recibid|minuta|factur|plata|dinero|reales',
    'quej|reclam|denunci|demand|abogad|estaf|engan|ladron|mentir|abus|molest|enoj|pesim|inconform|mal(?:o|a|os|as|isim.*)?$|peor|horribl|problem',
    'error|fall|urg|emergenc|injust|verguenz|decepcion|tardo|tardan|tardad|demor|atras|retras|esper|ayud|rob|hurt|asalt|perd(?!on)|pierd|extravi',
    'desaparec|falt|incomplet|vaci|nunca|jamas|tampoco|dan[oae]|rot[oa]|romp|quebr|golpe|aplast|moj|manch|raj|revent|usad|cambi|equivoc|confund',
    'corr[ei]|modific|actualiz|devol|devuel|devuelv|reembols|reinteg|cobr|anul|elimin|borr|retorn|otr[oa]|person|human|alguien|asesor|agente',
    'operador|encargad|gerente|supervis|duen|jef[ea]|bot$|habl|llam|comuni|contact|conteste|contesta|respond|atend[ea]',
  ].join('|')})`,
)
const missing =
  /\bno (?:me |nos |se |le |lo |la |los |las )*(?:ha|han|he|lleg|vin|vien|esta|entreg|aparec|funcion|sirv)/
const angry = /[😠😡🤬😤😢😭😞😔😣😩👎💔🚨]/u

/** True if the text mentions a payment made, a complaint, loss, damage, a change or a person. */
function needsPerson(text: string, words = readWords(text)): boolean {
  return words.some((word) => grave.test(word)) || missing.test(words.join(' ')) || angry.test(text)
}

/** Asked before paying; says of no payment that it was made. */
const payingQuestions =
  /\b(?:(?:como|donde)(?: les?)? (?:pago|deposito|transfiero)|a que cuenta(?: les?)? (?:pago|deposito|transfiero)|cuenta para (?:depositar|transferir)|cuanto cobran)\b/g

const otherMatter = /\b(?:casillero|cuenta|paquet|pedido|compra|saldo|servicio)/

/** True if it only asks to stop or resume notices. */
export const isPlainWish = (text: string): boolean => !needsPerson(text) && !otherMatter.test(readWords(text).join(' '))

/** Removes the number, even if written in groups. Keeps the words if they have other digits too. */
function withoutNumber(words: string[], number: string): string[] {
  const digits = words.filter((word) => /\d/.test(word)).join('')
  return digits.endsWith(readWords(number).join('')) ? words.filter((word) => !/\d/.test(word)) : words
}

/**
 * Allows up to six words from the rule or of courtesy, none of which needs a person. docs/product/auto-answers.md, "What is attended".
 * @param number the tracking number in the text, which the answer is about
 */
export function isPlainQuestion(
  { key, words }: { key: AnswerKey; words: readonly string[] },
  text: string,
  number?: string,
): boolean {
  const read = number === undefined ? readWords(text) : withoutNumber(readWords(text), number)
  const rest = read.join(' ').replace(payingQuestions, '').split(' ')
  if (read.length > mostWords || needsPerson(text, rest)) return false
  const left = new Set(read.keys())
  for (const phrase of [...words, ...around, ...(subjects[key] ?? [])].map(readWords)) {
    for (const start of read.keys()) {
      if (!phrase.every((word, index) => read[start + index] === word)) continue
      for (const index of phrase.keys()) left.delete(start + index)
    }
  }
  return left.size === 0
}
