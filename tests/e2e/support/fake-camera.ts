import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderPages } from '../../support/read-labels.ts'

const width = 640
const height = 480

/** The film that the browser of these stories takes for its camera; one for each process of the suite. */
export const film = join(tmpdir(), `casillero-camera-${process.pid}.y4m`)

/** Holds a paper before the camera: its first page on white, in a picture without colours. */
export async function holdBeforeCamera(pdf: Buffer): Promise<void> {
  const [page] = await renderPages(pdf)
  if (!page) throw new Error('The paper has no page')
  const picture = Buffer.alloc(width * height, 255)
  const [left, top] = [Math.floor((width - page.width) / 2), Math.floor((height - page.height) / 2)]
  for (let y = 0; y < page.height; y += 1)
    picture.set(page.data.subarray(y * page.width, (y + 1) * page.width), (y + top) * width + left)
  const colours = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), picture, colours])
  writeFileSync(
    film,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  )
}
