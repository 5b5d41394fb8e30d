import { expect, test } from 'vitest'
import { readWish } from './read-wish.ts'

test.each([
  'BAJA',
  ' baja ',
  'Baja.',
  '¡bája!',
  '*BAJA*',
  '"baja"',
  'BAJA 🙏',
  'STOP',
  'alto',
  'Unsubscribe',
  'baja, gracias',
  'BAJA por favor',
  'Baja porfa',
  'baja ya',
  'Hola, baja',
  'BAJA\nSaludos, María',
  'baja mensajes',
  'Baja de los mensajes',
  'quiero la baja',
  'Solicito mi baja',
  'Stop. Thank you',
  'stop please',
  'STOP STOP',
  'STOP STOP STOP STOP STOP STOP',
  'BAJA!!! BAJA!!!',
  'ＢＡＪＡ',
  'b\u200baja',
  'Dar de baja',
  'darme de baja',
  'Deme de baja',
  'Denme de baja por favor',
  'Me dan de baja',
  'quiero darme de baja',
  'Hola, me quiero dar de baja por favor',
  'NO MÁS',
  'no  mas',
  'no más mensajes',
  'NO MAS MENSAJES!!!',
  'Por favor no más mensajes',
  'no quiero mensajes',
  'No quiero más mensajes',
  'No quiero recibir más mensajes',
  'No deseo recibir mensajes',
  'No me envíen más mensajes',
  'no me manden mensajes',
  'Ya no me envíen más avisos',
  'Dejen de enviarme mensajes',
  'dejen de escribirme',
])('%j asks for no more messages', (text) => {
  expect(readWish(text)).toBe('out')
})

test.each(['ALTA', 'alta', 'Alta por favor', '¡Alta!', 'Quiero alta', 'deme de alta'])(
  '%j asks for messages again',
  (text) => {
    expect(readWish(text)).toBe('in')
  },
)

test.each([
  'No quiero la baja',
  'No me den de baja',
  'no, baja no',
  'B A J A',
  'Está muy alto el precio hoy, verdad',
  'El precio está alto',
  'Estoy en planta baja',
  'Baja el precio',
  '¿Me puede explicar cómo se da de baja este servicio de avisos?',
  'Vivo en Barrio Alto',
  'Ya no quiero que me manden tantos mensajes todos los días, por favor',
  '¿Cuándo baja el barco?',
])('%j is asked about, and takes no messages away', (text) => {
  expect(readWish(text)).toBe('near')
})

test.each([
  '',
  '🙏',
  'Cancelar',
  'CANCELAR',
  'Quiero cancelar',
  'Ya cancelé la factura',
  '¿Dónde puedo cancelar?',
  'Hola',
  'Gracias',
  'Ok, paso mañana',
  '¿Ya vino mi paquete?',
  'bajar',
  'Voy bajando',
  'trabaja hoy?',
  'Trabajan los sábados?',
  '¿A qué hora cierran?',
  '¿Cuánto debo?',
  'Mándeme la factura por favor',
  'No tengo el tracking',
  'Se me hizo tarde, llego a las 5',
  'Altagracia Pérez',
  'Está en el altar',
  '¿Pueden mandarme fotos?',
  'no',
  'Hoy no más',
])('%j says nothing of messages', (text) => {
  expect(readWish(text)).toBe('none')
})
