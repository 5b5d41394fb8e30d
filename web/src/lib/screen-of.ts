/** Without the id of a row that is open over it. */
export const findScreen = (pathname: string): string =>
  pathname.replace(/^(\/paquetes|\/facturar|\/conversaciones)\/.*/, '$1')
