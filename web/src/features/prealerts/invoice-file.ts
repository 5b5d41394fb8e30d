import { ApiError, call, describeError } from '../../lib/api.ts'

const mostBytes = 5 * 1024 * 1024
const refusal = 'El archivo debe ser una imagen PNG, JPEG o WebP, o un PDF, de hasta 5 MB'

export const invoiceKinds = 'image/png,image/jpeg,image/webp,application/pdf'

/** Undefined if only the server can decide. */
export const refuseInvoice = ({ size, type }: File): string | undefined =>
  size > mostBytes || (type !== '' && !invoiceKinds.split(',').includes(type)) ? refusal : undefined

/** docs/product/prealerts.md, "Announcing". */
export async function sendInvoice(id: string, file: File, onSent: (part: number) => void): Promise<void> {
  try {
    await call('POST /api/prealerts/:id/file', { params: { id }, body: {}, files: { file }, onSent })
  } catch (error) {
    const own = error instanceof ApiError && error.fields.file
    throw own ? new ApiError(400, { message: own }) : error
  }
}

export const describeInvoiceError = (error: unknown): string =>
  describeError(error, 'No se pudo enviar la factura. Revise su conexión e intente de nuevo.')
