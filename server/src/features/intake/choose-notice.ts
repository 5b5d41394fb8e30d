/** Where the label that was printed before is not the package's. */
export const chooseNotice = (sent: string | null, kept: string) =>
  sent !== null && sent !== kept ? { notice: 'Imprima otra vez' as const } : {}
