export const statementTexts = {
  done: 'El estado de cuenta saldrá por WhatsApp',
  failed: 'Error al enviar el estado de cuenta',
}
