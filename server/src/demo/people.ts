import { type Random, readList, readTable } from './random.ts'

const womensNames = readList(`
  Ana Lucía / Guadalupe del Carmen / Xochilt Marina / Karla Vanessa / Martha Elena / Yahoska Patricia /
  Reyna Isabel / Fátima Auxiliadora / Johana Massiel / Socorro / Darling Paola / Ivania / Scarleth /
  Blanca Rosa / Nubia Esperanza / Hazel Alejandra
`)
const mensNames = readList(`
  Francisco Javier / José Ángel / Wilmer Antonio / Róger Danilo / Óscar René / Bayardo / Denis Alberto /
  Marvin José / Harold Enrique / Álvaro / Néstor Iván / Byron Josué / Lenín / Erick Manuel / Jairo Ernesto
`)
const surnames = readList(`
  Hernández / Martínez / Obregón / Téllez / Sequeira / Montenegro / Gutiérrez / Pérez / Aburto / Blandón /
  Espinoza / Laguna / Urbina / Solórzano / Castellón / Rivas / Zeledón / Chavarría / Ruiz / Mairena / Núñez /
  Peña / Orozco / Baltodano / Centeno / Talavera / Rugama / Cuadra / Lacayo / Umaña
`)
const businesses = readList('Ferretería / Librería y Variedades / Boutique / Repuestos')

/** A city, its department, and the landmarks that addresses begin from; most clients live in the first. */
const places = readTable(`
  Managua | Managua | De los semáforos de El Dorado / Bo. San Judas, del Zumen / Reparto Schick, de la farmacia Praga / Bello Horizonte, de la rotonda / Altamira, de la Vicky / Linda Vista, del parque / Col. Centroamérica, del supermercado / De donde fue el cine Rosario
  Ciudad Sandino | Managua | Zona 6, de la policía / Zona 2, del mercado
  León | León | Sutiaba, de la iglesia / Del parque central / Bo. El Laborío, de la ermita
  Masaya | Masaya | Monimbó, de la placita / Del mercado de artesanías
  Granada | Granada | Calle Atravesada, del parque Sandino / De la iglesia Xalteva
  Estelí | Estelí | De la catedral / Bo. Óscar Gámez, del puente
  Matagalpa | Matagalpa | Del parque Darío / Bo. Guanuca, de la gasolinera
  Chinandega | Chinandega | De los bomberos / Bo. El Calvario, del colegio
  Jinotepe | Carazo | Del reloj / De la UNAN
`).map(([city = '', department = '', landmarks = '']) => ({ city, department, landmarks: readList(landmarks) }))
type Place = (typeof places)[number]
const ways = readList('al lago / al sur / arriba / abajo')
const mailHosts = readList('gmail.com / gmail.com / yahoo.es / hotmail.com')

export type Person = {
  firstName: string
  middleName: string | null
  lastNames: string
  phone: string
  email: string | null
  address: string | null
  city: string | null
  department: string | null
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-z ]/gi, '')
    .toLowerCase()

/** Makes an address as people in Nicaragua give it: from a landmark, so many blocks in two directions. */
function addressAt(place: Place, random: Random): string {
  const blocks = `${random.between(1, 4)}c. ${random.pick(ways)}`
  const more = random.chance(0.5) ? `, ${random.chance(0.5) ? '½' : random.between(1, 2)}c. ${random.pick(ways)}` : ''
  return `${random.pick(place.landmarks)} ${blocks}${more}`
}

/** Makes a client; one in twenty is a shop, one in twelve has a phone of Miami. */
export function makePerson(random: Random): Person {
  const [name = '', ...more] = random.pick(random.chance(0.55) ? womensNames : mensNames).split(' ')
  const isShop = random.chance(0.05)
  const surname = random.pick(surnames)
  const mothers = random.pick(surnames)
  const place = (random.chance(0.55) ? places[0] : undefined) ?? random.pick(places)
  const hasEmail = random.chance(0.6)
  return {
    firstName: isShop ? random.pick(businesses) : name,
    middleName: isShop ? null : more.join(' ') || null,
    lastNames: isShop ? `${surname} e Hijos` : `${surname} ${mothers === surname ? 'López' : mothers}`,
    // Numbers that no phone can have: Nicaragua gives out none with these first digits, Miami none of 555 01.
    phone: random.chance(0.08)
      ? `130555501${random.digits(5).slice(3)}`
      : `505${random.pick(['4', '4', '4', '3', '9'])}${random.between(2, 8)}${random.digits(6)}`,
    email: hasEmail ? `${plain(name)}.${plain(surname)}${random.digits(2)}@${random.pick(mailHosts)}` : null,
    ...(random.chance(0.92)
      ? { address: addressAt(place, random), city: place.city, department: place.department }
      : { address: null, city: null, department: null }),
  }
}
