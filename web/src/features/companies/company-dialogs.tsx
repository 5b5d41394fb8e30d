import type { ManagedCompany } from '@casillero/shared/contract/companies'
import { Copy, Send, UserPlus } from 'lucide-react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EditCompanyForm, NewCompanyForm } from './company-form.tsx'
import { CompanyUsers } from './company-users.tsx'

export type OpenDialog = { kind: 'new' } | { kind: 'edit' | 'status' | 'users'; company: ManagedCompany }
export type OpenedCompany = { company: ManagedCompany; signIn: FirstSignIn | undefined }

type CompanyDialogsProps = {
  open: OpenDialog | undefined
  /** The company that was just created. */
  opened: OpenedCompany | undefined
  onOpen: (open: OpenDialog) => void
  onOpened: (opened: OpenedCompany | undefined) => void
  onClose: () => void
}

/** The code of these dialogs loads when the first one opens. */
export function CompanyDialogs({ open, opened, onOpen, onOpened, onClose }: CompanyDialogsProps) {
  return (
    <>
      {open?.kind === 'new' && <NewCompanyForm onOpened={onOpened} onClose={onClose} />}
      {opened && (
        <OpenedCompanyDialog
          opened={opened}
          onAddUser={() => {
            onOpened(undefined)
            onOpen({ kind: 'users', company: opened.company })
          }}
          onClose={() => onOpened(undefined)}
        />
      )}
      {open?.kind === 'edit' && <EditCompanyForm company={open.company} onClose={onClose} />}
      {open?.kind === 'status' && <CompanyStatusDialog company={open.company} onClose={onClose} />}
      {open?.kind === 'users' && <CompanyUsers company={open.company} onClose={onClose} />}
    </>
  )
}

type OpenedCompanyProps = { opened: OpenedCompany; onAddUser: () => void; onClose: () => void }

/** docs/product/operator.md, "Empresas". */
function OpenedCompanyDialog({ opened, onAddUser, onClose }: OpenedCompanyProps) {
  const { company: own } = useSignedIn()
  const { company, signIn } = opened
  const text = welcomeText(company, companyAddress(location, own.subdomain, company.subdomain), signIn)
  return (
    <Dialog
      title="¡Empresa creada!"
      size="md"
      shape="card"
      onClose={onClose}
      footer={
        <Button className="max-md:flex-1" onClick={onClose}>
          Cerrar
        </Button>
      }
    >
      <div className="grid gap-3 border-line border-t px-4 py-4 text-body md:px-5">
        <p className="text-muted">
          Envíe estos datos a la empresa. Al entrar verá sus primeros pasos: logo, tarifas y primer cliente.
        </p>
        <Field label="Dirección y acceso">
          {(control) => (
            <TextArea
              {...control}
              readOnly
              rows={text.split('\n').length}
              value={text}
              onFocus={({ target }) => target.select()}
            />
          )}
        </Field>
        {signIn === undefined && (
          <Note tone="yellow">
            <p>Todavía no tiene administrador.</p>
            <Button className="mt-2" icon={<UserPlus size={16} aria-hidden="true" />} onClick={onAddUser}>
              Agregar Usuario
            </Button>
          </Note>
        )}
        <ShareButtons text={text} />
      </div>
    </Dialog>
  )
}

function ShareButtons({ text }: { text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toastSuccess('Datos copiados'),
      () => toastError('No se pudo copiar; cópielo del campo'),
    )
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Button variant="primary" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
        Copiar
      </Button>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('secondary')}
      >
        <Send size={16} aria-hidden="true" />
        Enviar por WhatsApp
      </a>
    </div>
  )
}

const common = {
  confirming: 'Actualizando...',
  progress: 'Actualizando estado...',
  done: 'Estado actualizado',
  failed: 'Error al actualizar estado',
}

type CompanyStatusDialogProps = { company: ManagedCompany; onClose: () => void }

function CompanyStatusDialog({ company, onClose }: CompanyStatusDialogProps) {
  const { id, name, status } = company
  const setStatus = (next: 'active' | 'inactive') =>
    call('PUT /api/companies/change-status/:id', { params: { id }, body: { status: next } })
  if (status === 'active') {
    return (
      <ConfirmDialog
        title={`¿Desactivar ${name}?`}
        texts={{ ...common, confirm: 'Desactivar' }}
        run={() => setStatus('inactive')}
        onClose={onClose}
      >
        Las sesiones de sus usuarios terminan de inmediato, y nadie podrá entrar hasta que la active de nuevo. Sus datos
        se conservan.
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      title={`¿Activar ${name}?`}
      texts={{ ...common, confirm: 'Activar' }}
      tone="primary"
      run={() => setStatus('active')}
      onClose={onClose}
    >
      Sus usuarios podrán iniciar sesión de nuevo en <b className="font-semibold">{company.subdomain}</b>.
    </ConfirmDialog>
  )
}

type Place = Pick<Location, 'protocol' | 'host'>

/** Replaces the subdomain in this installation's address. */
export function companyAddress({ protocol, host }: Place, own: string, subdomain: string): string {
  const rest = host.startsWith(`${own}.`) ? host.slice(own.length + 1) : host
  return `${protocol}//${subdomain}.${rest}`
}

type FirstSignIn = { email: string; password: string }

export function welcomeText(company: Pick<ManagedCompany, 'name'>, address: string, signIn: FirstSignIn | undefined) {
  return [
    company.name,
    `Dirección: ${address}`,
    ...(signIn
      ? [`Usuario: ${signIn.email}`, `Contraseña: ${signIn.password}`, 'Cámbiela en Mi cuenta al entrar.']
      : []),
  ].join('\n')
}
