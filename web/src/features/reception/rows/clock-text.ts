const clock = new Intl.DateTimeFormat('es-NI', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

export const clockText = (at: number): string => clock.format(at)
