import { clientDraft } from '@casillero/shared/contract/client-draft'
import { tariffDraft } from '@casillero/shared/contract/tariffs'
import { expect, test } from 'vitest'
import { createResolver } from './server-form.tsx'

const options = { fields: {}, shouldUseNativeValidation: undefined }

test('a sound draft comes out as it will be sent', async () => {
  const draft = { firstName: ' Ana ', lastNames: 'Sequeira', phone: '+505 8812 3456', email: '' }
  const { values, errors } = await createResolver(clientDraft)(draft, undefined, options)
  expect(errors).toEqual({})
  expect(values).toMatchObject({ firstName: 'Ana', phone: '+50588123456', email: null })
})

test('each field says its first sentence', async () => {
  const { errors } = await createResolver(clientDraft)({ firstName: '', lastNames: '', phone: '' }, undefined, options)
  expect(errors).toMatchObject({
    firstName: { message: 'El nombre es requerido' },
    lastNames: { message: 'Los apellidos son requeridos' },
    phone: { message: 'El teléfono es requerido' },
  })
})

test('a rule about two fields lands under the one that it names', async () => {
  const draft = {
    name: 'Aéreo',
    type: 'aereo' as const,
    pricePerPound: 5,
    startDate: '2026-02-01',
    endDate: '2026-01-01',
  }
  const { errors } = await createResolver(tariffDraft)(draft, undefined, options)
  expect(errors).toMatchObject({ endDate: { message: expect.any(String) } })
})
