/** Each tab has a link in the menu. */
export const settingsTabs = [
  { id: 'general', label: 'General' },
  { id: 'whatsapp', label: 'WhatsApp' },
  { id: 'templates', label: 'Plantillas' },
  { id: 'currencies', label: 'Monedas' },
  { id: 'shipping-methods', label: 'Métodos de Envío' },
] as const
export type TabId = (typeof settingsTabs)[number]['id']
