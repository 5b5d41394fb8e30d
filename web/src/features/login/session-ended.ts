export const sessionEnded = 'Su sesión terminó; ingrese de nuevo'
