import type { CompanySettings } from '@casillero/shared/contract/company'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { CompanyForm, SaveBar } from './company-form.tsx'

const failed = 'Error al cargar los datos de la empresa'

export function GeneralPanel() {
  // Nothing reloads it while the user types.
  const loaded = useQuery({ ...read('GET /api/companies/info'), gcTime: 0, meta: { failed } })
  // The form stays when loading it again fails: the user may be typing.
  if (loaded.data) return <GeneralForm loaded={loaded.data.company} />
  if (loaded.isError) {
    return (
      <Surface className="max-w-[720px]">
        <ErrorState title={describeError(loaded.error, failed)} onRetry={() => void loaded.refetch()} />
      </Surface>
    )
  }
  return <Loading />
}

function GeneralForm({ loaded }: { loaded: CompanySettings }) {
  const [company, setCompany] = useState(loaded)
  return <CompanyForm key={company.version} company={company} onSaved={setCompany} />
}

function Loading() {
  return (
    <Surface className="max-w-[720px] overflow-clip">
      <div className="grid animate-late gap-x-4 gap-y-5 p-4 sm:grid-cols-2 md:p-5">
        {['name', 'ruc', 'address', 'phone', 'email', 'prefix', 'subdomain', 'logo'].map((field) => (
          <div key={field} className="grid gap-2">
            <Bone className="w-24" />
            <Bone className="h-(--control) w-full" />
          </div>
        ))}
      </div>
      <SaveBar>
        <Button variant="primary" disabled>
          Cargando...
        </Button>
      </SaveBar>
    </Surface>
  )
}
