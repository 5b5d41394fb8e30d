import type { ClientCopy } from '@casillero/shared/contract/receptions'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Tag } from '../../../ui/display/tag.tsx'
import { useClients } from '../device/device-clients.ts'
import type { Owner } from '../device/reception-row.ts'
import { findClients, toOwner } from './find-client.ts'

/** Milliseconds; longer than a scanner's pause between keys, so that scans start no search. */
const pauseMs = 150
const most = 7

/** Handles only the list: Enter without a choice is left to the form. */
export function useChoices(onChoose: (owner: Owner) => void) {
  const [found, setFound] = useState<readonly ClientCopy[]>([])
  const [active, setActive] = useState(-1)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  const show = (clients: readonly ClientCopy[]) => {
    setFound(clients)
    setActive(-1)
  }
  const list = (text: string) => {
    const wanted = text.trim()
    show(wanted === '' ? [] : findClients(useClients.getState().index, wanted).slice(0, most))
  }
  const close = () => {
    clearTimeout(timer.current)
    if (found.length > 0) show([])
  }
  const choose = (client: ClientCopy) => {
    close()
    onChoose(toOwner(client))
  }
  return {
    found,
    active,
    isOpen: found.length > 0,
    activeId: (list: string) => (active >= 0 ? `${list}-${active}` : undefined),
    close,
    choose,
    list,
    type: (text: string) => {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => list(text), pauseMs)
    },
    /** Returns true if the key was handled. */
    onKey: (event: KeyboardEvent<HTMLInputElement>): boolean => {
      const chosen = found[active]
      if (event.key === 'Enter' && chosen !== undefined) {
        event.preventDefault()
        choose(chosen)
        return true
      }
      if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || found.length === 0) return false
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((index) =>
        index === -1 && step === -1 ? found.length - 1 : (index + step + found.length) % found.length,
      )
      return true
    },
  }
}

type Choices = ReturnType<typeof useChoices>

export function ClientChoices({ id, choices: { found, active, isOpen, choose } }: { id: string; choices: Choices }) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Clientes"
      hidden={!isOpen}
      className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-[320px] overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-pop"
    >
      {found.map((client, index) => (
        <button
          key={client.id}
          id={`${id}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(client)}
          className="flex min-h-11 w-full flex-wrap items-center gap-x-2 rounded-sm px-2.5 py-1.5 text-left text-body hover:bg-surface-2 aria-selected:bg-primary-soft"
        >
          <span className="min-w-0 break-words font-medium">{toOwner(client).name}</span>
          <Tag>{client.casillero}</Tag>
        </button>
      ))}
    </div>
  )
}
