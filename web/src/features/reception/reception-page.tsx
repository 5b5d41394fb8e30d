import { useMay, useSignedIn } from '../../lib/session.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ReceptionDesk } from './reception-desk.tsx'

/** docs/product/reception.md, "Rights". */
export function ReceptionPage() {
  const may = useMay()
  const { user, company } = useSignedIn()
  if (may('packages.write')) return <ReceptionDesk key={user.id} owner={`${company.id}:${user.id}`} />
  return (
    <Page title="Recepción">
      <Note tone="yellow">Su usuario puede ver paquetes, pero no recibirlos.</Note>
    </Page>
  )
}
