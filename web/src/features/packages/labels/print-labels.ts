import { type LabelWay, readLabelSize, readLabelWay } from '../../../devices/printer/label-way.ts'
import { sendLabels, splitLabels } from '../../../devices/printer/send-labels.ts'
import { call } from '../../../lib/api.ts'
import { printFile, saveFile } from '../../../lib/print-file.ts'

const isWritten = (way: LabelWay): way is 'usb' | 'serial' | 'zpl' => way !== 'pdf' && way !== 'kiosk'

/** Throws the failure of the call, or a `PrinterProblem`. docs/product/devices.md, "Label printer". */
export async function printLabels(names: readonly string[]): Promise<void> {
  const way = readLabelWay()
  const query = {
    ids: names.join(','),
    format: isWritten(way) ? ('zpl' as const) : ('pdf' as const),
    size: readLabelSize(),
  }
  const content = await call('GET /api/packages/labels', { query })
  if (!isWritten(way)) printFile(content, 'Etiquetas.pdf')
  else if (way === 'zpl') saveFile(content, 'Etiquetas.zpl')
  else await sendLabels(way, splitLabels(await content.text()))
}
