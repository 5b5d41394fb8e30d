/** The refusals of a number as it was typed, as `errorTable` has them; browsers check fields by them without the whole table. */
export const trackingErrors = {
  tracking_several: { status: 400, message: 'Hay varios números; deje uno solo' },
  tracking_rounded: { status: 400, message: 'Excel redondeó este número; cópielo completo' },
} as const
