import type { ManagedCompany } from '@casillero/shared/contract/companies'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'

const common = {
  confirming: 'Actualizando...',
  progress: 'Actualizando estado...',
  done: 'Estado actualizado',
  failed: 'Error al actualizar estado',
}

type CompanyStatusDialogProps = { company: ManagedCompany; onClose: () => void }

/** Closes an active company, opens one that is not. */
export function CompanyStatusDialog({ company, onClose }: CompanyStatusDialogProps) {
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
