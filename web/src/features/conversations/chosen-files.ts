import { create } from 'zustand'
import { shrinkFile } from '../../ui/forms/scale-picture.ts'
import { refuseInvoice } from '../prealerts/invoice-file.ts'

/** Chosen for a reply and not sent yet. */
type Chosen = { files: readonly File[]; preparing: number; problem?: string | undefined }

/** On its way: `part` is from 0 to 1, undefined while nothing is sent. */
type Sending = { file?: File | undefined; part?: number | undefined }

const mostAtOnce = 10
const nothing: Chosen = { files: [], preparing: 0 }

/** In memory alone: a device's notes hold no files. */
const useStore = create<{
  chosen: Readonly<Record<string, Chosen>>
  sending: Readonly<Record<string, Sending>>
}>(() => ({ chosen: {}, sending: {} }))

export const useChosen = (id: string): Chosen => useStore(({ chosen }) => chosen[id]) ?? nothing
export const useSending = () => useStore(({ sending }) => sending)
export const listSending = () => useStore.getState().sending

const change = (id: string, next: (now: Chosen) => Chosen) =>
  useStore.setState(({ chosen }) => ({ chosen: { ...chosen, [id]: next(chosen[id] ?? nothing) } }))

/** Undefined forgets it. */
export function keepSending(key: string, next: Sending | undefined): void {
  useStore.setState(({ sending }) => {
    const { [key]: before, ...others } = sending
    if (next === undefined) return { sending: others }
    return { sending: { ...others, [key]: { ...before, ...next } } }
  })
}

/** Shrinks pictures first. What cannot be sent is told, and the others stay. */
export async function addFiles(id: string, added: readonly File[]): Promise<void> {
  change(id, (now) => ({ ...now, preparing: now.preparing + added.length, problem: undefined }))
  for (const file of added) {
    const small = await shrinkFile(file)
    const problem = refuseInvoice(small)
    change(id, (now) => {
      const rest = { ...now, preparing: now.preparing - 1 }
      if (problem !== undefined) return { ...rest, problem }
      if (now.files.length >= mostAtOnce) return { ...rest, problem: `Hasta ${mostAtOnce} archivos a la vez` }
      return { ...rest, files: [...now.files, small] }
    })
  }
}

export const removeFile = (id: string, file: File) =>
  change(id, (now) => ({ ...now, files: now.files.filter((one) => one !== file), problem: undefined }))

export const forgetFiles = (id: string) => change(id, (now) => ({ ...now, files: [], problem: undefined }))
