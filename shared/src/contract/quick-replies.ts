import * as z from 'zod/mini'
import { answerContent } from './auto-answers.ts'
import { describeCatalogue } from './catalogue.ts'
import { dataReply, endpoint, flag } from './endpoint.ts'
import { id, requiredText, version, yes } from './schema.ts'

export const longestShortWord = 20

export const quickReply = z.object({
  id,
  name: z.string(),
  /** Typed after a slash. */
  shortWord: z.string(),
  content: z.string(),
  orderPosition: z.number(),
  isActive: z.boolean(),
  version: z.number(),
})
export type QuickReply = z.infer<typeof quickReply>

const shortWord = requiredText(longestShortWord + 1, 'La palabra corta es requerida').check(
  // A phone's keyboard begins with a capital.
  z.overwrite((word: string) => word.toLowerCase().replace(/^\//, '')),
  z.regex(/^[a-z0-9-]+$/, { error: 'Use letras sin tilde, números y guiones, sin espacios' }),
  z.maxLength(longestShortWord, { error: `Máximo ${longestShortWord} caracteres` }),
)

/** Without a position it goes last. */
export const quickReplyDraft = z.object({
  name: requiredText(60, 'El nombre es requerido'),
  shortWord,
  content: answerContent,
  orderPosition: z.optional(
    z.nullable(z.int({ error: 'Ingrese un número entero' }).check(z.gte(1, { error: 'El mínimo es 1' }), z.lte(999))),
  ),
  isActive: yes,
  version,
})
export type QuickReplyDraft = z.infer<typeof quickReplyDraft>

export const quickReplyCatalogue = describeCatalogue(
  {
    name: 'quick-replies',
    table: 'quick_replies',
    page: '/admin/respuestas-rapidas',
    row: quickReply,
    draft: quickReplyDraft,
    write: 'templates.manage',
    remove: 'templates.manage',
    summaries: {
      create: 'Add a text for answers in conversations',
      update: 'Change a text for answers in conversations',
      remove: 'Delete a text for answers in conversations',
    },
  },
  {
    list: endpoint({
      method: 'GET',
      path: '/api/quick-replies',
      who: 'conversations.answer',
      summary: 'Texts for answers in conversations, in their order; inactive ones only when asked for',
      query: z.object({ includeInactive: z.optional(flag) }),
      reply: dataReply(z.array(quickReply)),
    }),
    fill: endpoint({
      method: 'GET',
      path: '/api/conversations/:id/quick-replies/:replyId',
      who: 'conversations.answer',
      summary: 'A quick reply with the values of a conversation; those that are not known stay as variables',
      params: z.object({ id, replyId: id }),
      reply: dataReply(z.object({ text: z.string(), missing: z.array(z.string()) })),
    }),
  },
)
