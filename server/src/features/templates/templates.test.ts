import { beforeAll, describe, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import type { Company } from '../../../../tests/support/world.ts'

const world = openWorld()
let company: Company
beforeAll(async () => {
  company = await world.openCompany()
})

const list = async (of = company) => (await of.admin.ok('GET /api/templates')).data
const pick = async (key: string, of = company) => {
  const template = (await list(of)).find((each) => each.key === key)
  if (!template) throw new Error(`There is no ${key}`)
  return template
}

describe('the texts of a company', () => {
  test('the texts of a company are nineteen to begin with, and each of the five statuses names its own', async () => {
    expect((await list()).map(({ key, title, isCustomized }) => [key, title, isCustomized])).toEqual([
      ['received', 'Paquete recibido en bodega', false],
      ['in_transit', 'Paquete en tránsito', false],
      ['customs', 'Paquete en aduana', false],
      ['ready', 'Paquete listo para retirar', false],
      ['delivered', 'Paquete entregado', false],
      ['shipping', 'Envío a domicilio', false],
      ['correction', 'Corrección', false],
      ['invoice', 'Factura', false],
      ['statement', 'Estado de cuenta', false],
      ['reminder', 'Cobro', false],
      ['waiting', 'Recordatorio', false],
      ['dispatched', 'Encomienda enviada', false],
      ['access', 'Acceso', false],
      ['prealert', 'Prealerta sin llegar', false],
      ['voucher_accepted', 'Comprobante verificado', false],
      ['voucher_rejected', 'Comprobante rechazado', false],
      ['prealert_received', 'Prealerta recibida', false],
      ['voucher_received', 'Comprobante recibido', false],
      ['welcome', 'Bienvenida', false],
      ['phone_added', 'Teléfono agregado', false],
      ['late', 'Atraso', false],
    ])
    const templates = await list()
    const { data } = await company.admin.ok('GET /api/statuses')
    const keys = data.map(({ templateId }) => templates.find(({ id }) => id === templateId)?.key)
    expect(keys).toEqual(['received', 'in_transit', 'customs', 'ready', 'delivered'])
  })

  test('the texts of a company can be changed, are kept in one form, and go back to what they were', async () => {
    const { id, defaultContent, version } = await pick('ready')
    const body = { customContent: 'Hola {{ nombre_cliente }},\r\nCafe\u0301 *listo*\t{{peso}}', version }
    const { data } = await company.admin.ok('PUT /api/templates/:id', { params: { id }, body })
    const kept = 'Hola {{ nombre_cliente }},\nCafé *listo*\t{{peso}}'
    expect(data).toMatchObject({ content: kept, customContent: kept, isCustomized: true, defaultContent })
    expect(data.version).toBe(version + 1)
    expect(await pick('ready')).toEqual(data)
    const back = { customContent: null, version: data.version }
    const restored = await company.admin.ok('PUT /api/templates/:id', { params: { id }, body: back })
    expect(restored.data).toMatchObject({ content: defaultContent, customContent: null, isCustomized: false })
  })

  test('the texts of a company that are typed as they were count as unchanged', async () => {
    const { id, defaultContent, version } = await pick('delivered')
    const body = { customContent: defaultContent, version }
    const { data } = await company.admin.ok('PUT /api/templates/:id', { params: { id }, body })
    expect(data).toMatchObject({ customContent: null, isCustomized: false })
  })

  test('the texts of a company are not saved over what another user changed meanwhile', async () => {
    const { id, version } = await pick('customs')
    const put = (customContent: string) => ({ params: { id }, body: { customContent, version } })
    await company.admin.ok('PUT /api/templates/:id', put('Primero'))
    const refused = await company.admin.refused('PUT /api/templates/:id', put('Segundo'))
    expect([refused.status, refused.code]).toEqual([409, 'stale'])
    expect((await pick('customs')).content).toBe('Primero')
  })

  test.each([
    ['nothing', '', 'Escriba el texto del mensaje'],
    ['blanks', ' \n\t', 'Escriba el texto del mensaje'],
    ['4,097 characters', 'a'.repeat(4097), 'Máximo 4096 caracteres'],
    ['unknown variables', '{{saldo}} {{peso}} {{Peso}}', 'Variables desconocidas: saldo, Peso'],
    ['a lone surrogate', 'a\ud800', 'Contiene caracteres no permitidos'],
  ])('the texts of a company are refused with %s, under the field', async (_, customContent, sentence) => {
    const { id, version, content } = await pick('received')
    const sent = { params: { id }, body: { customContent, version } }
    const refused = await company.admin.refused('PUT /api/templates/:id', sent)
    expect(refused).toMatchObject({ status: 400, fields: { customContent: sentence } })
    expect((await pick('received')).content).toBe(content)
  })

  test('the texts of a company may have 4,096 characters', async () => {
    const { id, version } = await pick('received')
    const body = { customContent: 'ñ'.repeat(4096), version }
    expect((await company.admin.ok('PUT /api/templates/:id', { params: { id }, body })).data.content).toHaveLength(4096)
  })

  test('a change of the texts of a company is logged with its user', async () => {
    const own = await world.openCompany()
    const { id, version } = await pick('ready', own)
    await own.admin.ok('PUT /api/templates/:id', { params: { id }, body: { customContent: 'Venga ya', version } })
    const { data } = await own.admin.ok('GET /api/audit', { query: { entity: 'templates' } })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ action: 'update', entity: 'templates' })
    expect(JSON.stringify(data[0])).toContain('Venga ya')
  })
})
