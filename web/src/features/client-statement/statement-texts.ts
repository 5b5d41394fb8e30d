/** The words once a statement was sent, wherever it is sent from. */
export const statementTexts = {
  done: 'El estado de cuenta saldrá por WhatsApp',
  failed: 'Error al enviar el estado de cuenta',
}
