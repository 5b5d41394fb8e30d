import * as z from 'zod/mini'
import { unknownAnswerVariables } from '../domain/answer-text.ts'
import { type AnswerKey, answerKeys, isAnswerWord, isSameWord } from '../domain/auto-answers.ts'
import { maxTemplateLength } from '../domain/template.ts'
import { visibleText } from '../domain/visible-text.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { requiredText, version } from './schema.ts'

const key = z.enum(answerKeys, { error: 'Respuesta no válida' })

export const mostAnswerWords = 40
const longestAnswerWord = 60

const autoAnswer = z.object({
  key,
  isOn: z.boolean(),
  words: z.array(z.string()),
  content: z.string(),
  isCustomized: z.boolean(),
  answered: z.number(),
})
export type AutoAnswer = z.infer<typeof autoAnswer>

const autoAnswers = z.object({ answers: z.array(autoAnswer), version: z.number() })
export type AutoAnswers = z.infer<typeof autoAnswers>

export const answerWord = requiredText(longestAnswerWord, 'Escriba la palabra').check(
  z.refine(isAnswerWord, { error: 'Escriba una palabra o una frase corta' }),
)

const words = z.array(answerWord, { error: 'Escriba las palabras' }).check(
  z.maxLength(mostAnswerWords, { error: `Máximo ${mostAnswerWords} palabras` }),
  z.refine((all) => all.every((one, index) => !all.slice(0, index).some((other) => isSameWord(one, other))), {
    error: 'Una palabra está dos veces',
  }),
)

export const answerContent = z.string({ error: 'Escriba el texto de la respuesta' }).check(
  z.overwrite((text: string) => visibleText(text).replace(/\r\n?/g, '\n')),
  z.refine((text) => text.trim() !== '', { error: 'Escriba el texto de la respuesta' }),
  z.maxLength(maxTemplateLength, { error: `Máximo ${maxTemplateLength} caracteres` }),
  z.refine((text) => text.isWellFormed(), { error: 'Contiene caracteres no permitidos' }),
  z.refine((text) => unknownAnswerVariables(text).length === 0, {
    error: (issue) => `Variables desconocidas: ${unknownAnswerVariables(String(issue.input)).join(', ')}`,
  }),
)

/** Callers of before leave them out; then they stay as they are. */
const later: ReadonlySet<AnswerKey> = new Set(['arrival', 'price', 'accounts'])

const answerDraft = z.object({
  key,
  isOn: z.boolean({ error: 'Diga si está encendida' }),
  words,
  content: answerContent,
})

const autoAnswersDraft = z.object({
  answers: z.array(answerDraft).check(
    z.refine(
      (all) => {
        const sent = new Set(all.map((one) => one.key))
        return sent.size === all.length && answerKeys.every((one) => later.has(one) || sent.has(one))
      },
      {
        error: 'Mande todas las respuestas, una vez cada una',
      },
    ),
  ),
  version,
})
export type AutoAnswersDraft = z.infer<typeof autoAnswersDraft>

export const autoAnswerEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/auto-answers',
    who: 'templates.manage',
    summary: 'The rules that answer clients by themselves, in their order',
    reply: dataReply(autoAnswers),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/auto-answers',
    who: 'templates.manage',
    summary: 'Change the rules that answer clients: which are on, their words, texts and order',
    body: autoAnswersDraft,
    reply: dataReply(autoAnswers),
  }),
}
