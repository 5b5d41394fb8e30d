import * as z from 'zod/mini'
import { maxTemplateLength, unknownVariables } from '../domain/template.ts'
import { visibleText } from '../domain/visible-text.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { id, version } from './schema.ts'

export const template = z.object({
  id,
  key: z.string(),
  title: z.string(),
  content: z.string(),
  defaultContent: z.string(),
  customContent: z.nullable(z.string()),
  isCustomized: z.boolean(),
  version: z.number(),
})
export type Template = z.infer<typeof template>

const content = z.string().check(
  z.overwrite((text: string) => visibleText(text).replace(/\r\n?/g, '\n')),
  z.refine((text) => text.trim() !== '', { error: 'Escriba el texto del mensaje' }),
  z.maxLength(maxTemplateLength, { error: `Máximo ${maxTemplateLength} caracteres` }),
  z.refine((text) => text.isWellFormed(), {
    error: 'Contiene caracteres no permitidos',
  }),
  z.refine((text) => unknownVariables(text).length === 0, {
    error: (issue) => `Variables desconocidas: ${unknownVariables(String(issue.input)).join(', ')}`,
  }),
)

/** `customContent: null` restores the default text. */
export const templateDraft = z.object({ customContent: z.nullable(content), version })
export type TemplateDraft = z.infer<typeof templateDraft>

export const templateEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/templates',
    who: 'messages.send',
    summary: 'The texts that clients get',
    reply: dataReply(z.array(template)),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/templates/:id',
    who: 'templates.manage',
    summary: 'Change a text, or go back to the default one',
    params: z.object({ id }),
    body: templateDraft,
    reply: dataReply(template),
  }),
}
