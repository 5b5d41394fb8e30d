/** Separate from `errorTable`, so that browsers need not load that. */
export const trackingErrors = {
  tracking_several: { status: 400, message: 'Hay varios números; deje uno solo' },
  tracking_rounded: { status: 400, message: 'Excel redondeó este número; cópielo completo' },
} as const
