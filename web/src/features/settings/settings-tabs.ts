/** The tabs in the order in which they are shown. */
export const settingsTabs = [
  { id: 'general', label: 'General', isInMenu: true },
  { id: 'whatsapp', label: 'WhatsApp', isInMenu: true },
  { id: 'templates', label: 'Plantillas', isInMenu: true },
  { id: 'currencies', label: 'Monedas', isInMenu: true },
  { id: 'shipping-methods', label: 'Métodos de Envío', isInMenu: false },
  { id: 'statuses', label: 'Estados', isInMenu: false },
] as const
export type TabId = (typeof settingsTabs)[number]['id']
