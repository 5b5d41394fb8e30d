/** Removes the id of a row opened over the screen. */
export const findScreen = (pathname: string): string =>
  pathname.replace(/^(\/paquetes|\/facturar|\/conversaciones)\/.*/, '$1')
