import { type AccountSession, passwordChange } from '@casillero/shared/contract/account'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { deviceName } from '@casillero/shared/domain/device-name'
import { formatPhone } from '@casillero/shared/domain/phone'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, describeError, read } from '../../lib/api.ts'
import { signOut, useSignedIn } from '../../lib/session.ts'
import { useLeaving } from '../../lib/use-leaving.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { PresentPassword } from '../../ui/forms/present-password.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { tokensEnded, userTypeName } from '../users/user-texts.ts'
import { SecondStepCard } from './second-step-card.tsx'

type SessionListProps = { sessions: readonly AccountSession[]; onEnd: (session: AccountSession) => void }

function SessionList({ sessions, onEnd }: SessionListProps) {
  return (
    <ul aria-label="Sesiones abiertas">
      {sessions.map((session) => (
        <li key={session.id} className="flex items-center gap-3 border-line border-t px-4 py-3">
          <DeviceIcon userAgent={session.userAgent} />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-body">
              {deviceName(session.userAgent)}
              {session.isCurrent && <Badge tone="green">Este dispositivo</Badge>}
            </p>
            <p className="break-words text-help text-muted">
              Última actividad: <Moment at={session.lastSeenAt} />
            </p>
            <p className="break-words text-help text-muted">
              Inició: <Moment at={session.createdAt} />
              {session.address !== null && ` · ${session.address}`}
            </p>
          </div>
          {!session.isCurrent && (
            <Button
              variant="danger-quiet"
              size="sm"
              aria-label={`Cerrar sesión: ${deviceName(session.userAgent)}`}
              onClick={() => onEnd(session)}
            >
              Cerrar
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} className="tabular-nums">
    {formatDateTime(at)}
  </time>
)

function DeviceIcon({ userAgent }: { userAgent: string | null }) {
  const Icon = /iPhone|iPad|Android/.test(deviceName(userAgent)) ? Smartphone : Monitor
  return <Icon size={20} className="shrink-0 text-muted" aria-hidden="true" />
}

const failed = 'Error al cargar sus sesiones'

type Open = { kind: 'password' } | { kind: 'end'; session: AccountSession } | { kind: 'endOthers' } | { kind: 'endAll' }

export function AccountPage() {
  const [open, setOpen] = useState<Open>()
  return (
    <Page title="Mi cuenta">
      <div className="grid max-w-[720px] gap-4">
        <Person onChangePassword={() => setOpen({ kind: 'password' })} />
        <SecondStepCard />
        <Sessions onOpen={setOpen} />
      </div>
      {open !== undefined && <OpenDialog open={open} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

function Person({ onChangePassword }: { onChangePassword: () => void }) {
  const { user } = useSignedIn()
  const reached = [user.email, user.phone === null ? null : formatPhone(user.phone)].filter((text) => text !== null)
  return (
    <Surface className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="break-words font-semibold text-card">{user.fullName}</h2>
        <p className="break-words text-body text-muted">{reached.join(' · ')}</p>
        <p className="text-body text-muted">{userTypeName(user.type)}</p>
      </div>
      <Button icon={<KeyRound size={16} aria-hidden="true" />} className="max-sm:w-full" onClick={onChangePassword}>
        Cambiar contraseña
      </Button>
    </Surface>
  )
}

function Sessions({ onOpen }: { onOpen: (open: Open) => void }) {
  const loaded = useQuery({ ...read('GET /api/account/sessions'), meta: { failed } })
  const sessions = loaded.data?.data
  const { askOrLeave, question } = useLeaving(() => onOpen({ kind: 'endAll' }))
  return (
    <Surface>
      <div className="px-4 py-3">
        <h2 className="font-semibold text-card">Sesiones abiertas</h2>
        <p className="text-body text-muted">Si no reconoce alguna, ciérrela y cambie su contraseña.</p>
      </div>
      {sessions !== undefined && (
        <SessionList sessions={sessions} onEnd={(session) => onOpen({ kind: 'end', session })} />
      )}
      {sessions === undefined && loaded.isError && (
        <ErrorState title={describeError(loaded.error, failed)} onRetry={() => void loaded.refetch()} />
      )}
      {sessions === undefined && !loaded.isError && <Waiting />}
      <div className="flex flex-wrap justify-end gap-3 rounded-b-lg border-line border-t bg-surface-2 px-4 py-3">
        {sessions !== undefined && sessions.length > 1 && (
          <Button className="max-sm:w-full" onClick={() => onOpen({ kind: 'endOthers' })}>
            Cerrar las demás sesiones
          </Button>
        )}
        <Button variant="danger-quiet" className="max-sm:w-full" onClick={askOrLeave}>
          Cerrar sesión en todos los dispositivos
        </Button>
        {question}
      </div>
    </Surface>
  )
}

const Waiting = () => (
  <div className="grid animate-late gap-2 border-line border-t px-4 py-3" aria-hidden="true">
    <Bone className="w-40" />
    <Bone className="w-64" />
    <Bone className="w-56" />
  </div>
)

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open.kind === 'password') return <PasswordForm onClose={onClose} />
  if (open.kind === 'end') {
    const { id, userAgent } = open.session
    return (
      <ConfirmDialog
        title="¿Cerrar esta sesión?"
        texts={{
          confirm: 'Cerrar Sesión',
          confirming: 'Cerrando...',
          done: 'Sesión cerrada',
          failed: 'Error al cerrar la sesión',
        }}
        run={() => call('DELETE /api/account/sessions/:id', { params: { id } })}
        onClose={onClose}
      >
        Quien use <b className="font-semibold">{deviceName(userAgent)}</b> tendrá que ingresar de nuevo.
      </ConfirmDialog>
    )
  }
  if (open.kind === 'endOthers') {
    return (
      <ConfirmDialog
        title="¿Cerrar las demás sesiones?"
        texts={{
          confirm: 'Cerrar las Demás',
          confirming: 'Cerrando...',
          done: 'Las demás sesiones se cerraron',
          failed: 'Error al cerrar las sesiones',
        }}
        run={() => call('DELETE /api/account/sessions/others')}
        onClose={onClose}
      >
        En los demás dispositivos habrá que ingresar de nuevo; en este usted sigue adentro.
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      title="¿Cerrar sesión en todos los dispositivos?"
      texts={{
        confirm: 'Cerrar Todas',
        confirming: 'Cerrando...',
        done: 'Se cerró la sesión en todos los dispositivos',
        failed: 'Error al cerrar las sesiones',
      }}
      run={async () => {
        await call('DELETE /api/account/sessions')
        signOut()
      }}
      onClose={onClose}
    >
      También en este: al terminar tendrá que ingresar de nuevo.
    </ConfirmDialog>
  )
}

type Form = z.input<typeof passwordChange>

const Fields = createFields<Form>()

const texts = {
  title: 'Cambiar contraseña',
  save: 'Cambiar',
  saving: 'Guardando...',
  saved: 'Contraseña cambiada; sus demás sesiones se cerraron',
  failed: 'Error al cambiar la contraseña',
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const ended = useRef(0)
  const announce = () => (ended.current === 0 ? texts.saved : `${texts.saved} y ${tokensEnded(ended.current)}`)
  return (
    <FormDialog
      texts={{ ...texts, announce }}
      size="md"
      schema={passwordChange}
      values={{ currentPassword: '', password: '' }}
      save={async (body) => {
        ended.current = (await call('PUT /api/account/password', { body })).data.accessTokens
      }}
      onClose={onClose}
    >
      <FormSection title="Su contraseña" columns="">
        <PresentPassword<Form> name="currentPassword" />
        <Fields.Password name="password" label="Contraseña nueva" required help="Al menos 8 caracteres" />
      </FormSection>
      <p className="pb-4 text-help text-muted">Al cambiarla terminan sus demás sesiones y sus tokens de acceso.</p>
    </FormDialog>
  )
}
