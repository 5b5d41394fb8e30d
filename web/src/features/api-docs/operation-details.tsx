import { type ReactNode, useState } from 'react'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import type { Operation, Parameter } from './api-document.ts'

const tones: Record<string, Tone> = { GET: 'blue', POST: 'green', PUT: 'yellow', PATCH: 'yellow', DELETE: 'red' }

/** One call: method, address and summary, and its parts once it is opened. */
export function OperationDetails({ operation }: { operation: Operation }) {
  const { method, path, summary } = operation
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)} className="group border-line border-t">
      <summary className="flex min-h-(--row-item) cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 hover:bg-surface-2 focus-visible:-outline-offset-2">
        <span className="w-[76px]">
          <Badge tone={tones[method] ?? 'grey'}>{method}</Badge>
        </span>
        <code className="break-all font-medium font-mono text-body">{path}</code>
        <span className="text-body text-muted max-md:w-full">{summary}</span>
      </summary>
      {isOpen && <Parts operation={operation} />}
    </details>
  )
}

function Parts({ operation }: { operation: Operation }) {
  const { description, operationId, parameters, requestBody, responses } = operation
  const answers = Object.entries(responses).filter(([, { content }]) => content !== undefined)
  const refusals = Object.keys(responses).filter((status) => /^[45]/.test(status))
  return (
    <div className="grid gap-4 px-4 pt-1 pb-5 text-body">
      <p className="text-muted">
        {description} <code className="font-mono">{operationId}</code>
      </p>
      {parameters.length > 0 && (
        <Part title="Parámetros">
          <ul className="grid gap-1.5">
            {parameters.map((parameter) => (
              <ParameterLine key={`${parameter.in} ${parameter.name}`} parameter={parameter} />
            ))}
          </ul>
        </Part>
      )}
      {requestBody && (
        <Part title="Se envía">
          <Example value={requestBody.content['application/json']?.example} />
        </Part>
      )}
      {answers.map(([status, { content = {} }]) => (
        <Part key={status} title={`Respuesta ${status}`}>
          {content['application/json'] ? (
            <Example value={content['application/json'].example} />
          ) : (
            <p className="text-muted">{Object.keys(content).join(', ')}</p>
          )}
        </Part>
      ))}
      <p className="text-muted">Rechazos: {refusals.join(', ')}</p>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid min-w-0 gap-1">
    <h3 className="font-semibold text-label">{title}</h3>
    {children}
  </section>
)

function ParameterLine({ parameter: { name, in: place, required, description } }: { parameter: Parameter }) {
  return (
    <li>
      <code className="font-medium font-mono">{name}</code>
      <span className="text-muted">
        {` ${place}${required ? ', obligatorio' : ''}`}
        {description !== undefined && ` · ${description}`}
      </span>
    </li>
  )
}

const Example = ({ value }: { value: unknown }) => (
  <pre className="whitespace-pre-wrap break-all rounded-md border border-line bg-surface-2 p-3 font-mono text-help">
    {JSON.stringify(value, undefined, 2)}
  </pre>
)
