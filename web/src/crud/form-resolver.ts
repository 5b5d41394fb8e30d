import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import { type $ZodType, safeParse } from 'zod/v4/core'

/** Each field gets its first error; an error of no field is under `root`. */
export function createResolver<Input extends FieldValues, Output>(
  schema: $ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (draft) => {
    const parsed = safeParse(schema, draft)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: FieldErrors<Input> = {}
    for (const issue of parsed.error.issues) {
      const name = issue.path.join('.') || 'root'
      if (get(errors, name) === undefined) set(errors, name, { type: issue.code ?? 'invalid', message: issue.message })
    }
    return { values: {}, errors }
  }
}
