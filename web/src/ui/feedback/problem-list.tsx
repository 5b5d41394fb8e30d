import { Note } from './note.tsx'

export type Problem = { name: string; message: string; focus: () => void }

/** Shown for three or more problems. Each links to its field. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  if (problems.length < 3) return null
  return (
    <Note tone="red" className="mb-3">
      <p className="font-medium">Revise los datos marcados</p>
      <ul className="mt-1 list-disc pl-4">
        {problems.map((problem) => (
          <li key={problem.name}>
            <button type="button" className="min-h-6 text-left underline" onClick={problem.focus}>
              {problem.message}
            </button>
          </li>
        ))}
      </ul>
    </Note>
  )
}
