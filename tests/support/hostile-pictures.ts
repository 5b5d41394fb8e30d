import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { greyPng, pngChunk, pngSignature } from '../../tools/grey-png.ts'

/** A mark that no honest picture has, and no redrawn one keeps. */
export const smuggled = '<?php system($_GET["c"]); ?><script>alert(document.domain)</script>'

const text = (value: string) => Buffer.from(value, 'latin1')
const uint32 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(new Uint32Array([value]).buffer).swap32()))

function animatedPng(): Buffer {
  const control = Buffer.concat([uint32(0, 8, 8, 0, 0), Buffer.from([0, 1, 0, 1, 0, 0])])
  const frame = pngChunk('fdAT', Buffer.concat([uint32(1), deflateSync(Buffer.alloc(72, 7))]))
  return greyPng(8, 8, { before: [pngChunk('acTL', uint32(2, 0)), pngChunk('fcTL', control)], after: frame })
}

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } })

/** Makes a photograph with its place, author and orientation. */
export function telltaleJpeg(): Promise<Buffer> {
  const exif = {
    IFD0: { Copyright: 'Ana Secreta' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 8/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '86/1 15/1 0/1' },
  }
  return solid(120, 60).withMetadata({ exif, orientation: 6 }).jpeg().toBuffer()
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${smuggled}</svg>`

/** A VP8X chunk that claims 16,384 px a side and has no picture. */
function hugeWebp(): Buffer {
  const content = Buffer.from([0, 0, 0, 0, 0xff, 0x3f, 0, 0xff, 0x3f, 0])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(4 + 8 + content.length)
  return Buffer.concat([text('RIFF'), size, text('WEBPVP8X'), Buffer.from([10, 0, 0, 0]), content])
}

/** Files that the server must not store as they come, each with a name for the report. */
export async function hostilePictures(): Promise<[what: string, content: Buffer][]> {
  const [jpeg, png, webp, gif, tiff, avif, telltale] = await Promise.all([
    solid(64, 64).jpeg().toBuffer(),
    solid(64, 64).png().toBuffer(),
    solid(64, 64).webp().toBuffer(),
    solid(64, 64).gif().toBuffer(),
    solid(64, 64).tiff().toBuffer(),
    solid(64, 64).avif().toBuffer(),
    telltaleJpeg(),
  ])
  const lyingJpeg = Buffer.from(jpeg)
  // The frame header: its height and width come five bytes after its marker.
  lyingJpeg.fill(
    0xff,
    lyingJpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5,
    lyingJpeg.indexOf(Buffer.from([0xff, 0xc0])) + 9,
  )
  const badSum = Buffer.from(png)
  badSum.writeUInt8(badSum.readUInt8(29) ^ 0xff, 29)
  const zip = Buffer.concat([
    text('PK\x03\x04'),
    Buffer.alloc(26),
    text(smuggled),
    text('PK\x05\x06'),
    Buffer.alloc(18),
  ])
  return [
    ['an SVG with a script', text(svg)],
    [
      'an SVG behind a byte order mark',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text(`<?xml version="1.0"?>${svg}`)]),
    ],
    ['an SVG that reads a file', text('<svg><image href="file:///etc/passwd"/></svg>')],
    ['an SVG with entities', text(`<!DOCTYPE s [<!ENTITY a "${'b'.repeat(900)}">]><svg>${'&a;'.repeat(900)}</svg>`)],
    ['a packed SVG', gzipSync(svg)],
    ['a GIF', gif],
    ['a GIF that is a script', text(`GIF89a/*${'\0'.repeat(40)}*/=1;alert(1)//`)],
    ['a PNG with PHP behind it', Buffer.concat([png, text(smuggled)])],
    ['a PNG with an archive behind it', Buffer.concat([png, zip])],
    ['a PNG with a script in its text', greyPng(8, 8, { before: [pngChunk('tEXt', text(`Comment\0${smuggled}`))] })],
    ['a PNG with a page in its palette', greyPng(8, 8, { before: [pngChunk('PLTE', text(smuggled).subarray(0, 66))] })],
    ['a PNG with an unknown chunk', greyPng(8, 8, { before: [pngChunk('prVt', text(smuggled))] })],
    [
      'a PNG whose text unpacks to 40 MB',
      greyPng(8, 8, {
        before: [pngChunk('zTXt', Buffer.concat([text('a\0\0'), deflateSync(Buffer.alloc(40_000_000))]))],
      }),
    ],
    [
      'a PNG whose profile unpacks to 40 MB',
      greyPng(8, 8, {
        before: [pngChunk('iCCP', Buffer.concat([text('a\0\0'), deflateSync(Buffer.alloc(40_000_000))]))],
      }),
    ],
    ['a PNG of 50,000 × 50,000 px in 40 KB', greyPng(50_000, 50_000, { pixels: Buffer.alloc(40_000_000) })],
    ['a PNG of 2,147,483,647 px a side', greyPng(2_147_483_647, 2_147_483_647, { pixels: Buffer.alloc(10) })],
    ['a PNG of 16,000,001 px', greyPng(16_000_001, 1)],
    ['a PNG of 16,000,000 px', greyPng(4000, 4000)],
    ['a PNG of no size', greyPng(0, 0, { pixels: Buffer.alloc(1) })],
    ['a PNG with 40 MB of pixels too many', greyPng(8, 8, { pixels: Buffer.alloc(40_000_000) })],
    ['a PNG with too few pixels', greyPng(800, 800, { pixels: Buffer.alloc(900) })],
    ['a PNG with a wrong sum', badSum],
    ['a PNG that moves', animatedPng()],
    ['half a PNG', png.subarray(0, png.length / 2)],
    ['the first bytes of a PNG', pngSignature],
    ['half a JPEG', telltale.subarray(0, telltale.length / 2)],
    ['a JPEG that says where it was taken', telltale],
    ['a JPEG of 65,535 px a side', lyingJpeg],
    [
      'a JPEG with PHP in its comment',
      Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xfe, 0, smuggled.length + 2]),
        text(smuggled),
        jpeg.subarray(2),
      ]),
    ],
    ['a JPEG with a page behind it', Buffer.concat([jpeg, text(smuggled)])],
    ['the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['half a WebP', webp.subarray(0, webp.length / 2)],
    ['a WebP with a script behind it', Buffer.concat([webp, text(smuggled)])],
    ['a WebP of 16,384 px a side', hugeWebp()],
    ['a sound under the first bytes of a WebP', text('RIFF\x24\0\0\0WAVEfmt ')],
    ['a page', text(`<!doctype html><html><body>${smuggled}</body></html>`)],
    ['a PDF', text(`%PDF-1.7\n1 0 obj <</OpenAction <</S /JavaScript /JS (app.alert(1))>>>> endobj\n%%EOF`)],
    [
      'a BMP',
      Buffer.concat([
        text('BM'),
        uint32(0x46000000, 0, 0x36000000, 0x28000000, 0x02000000, 0x02000000),
        Buffer.alloc(44),
      ]),
    ],
    ['a TIFF', tiff],
    ['an AVIF', avif],
    ['a HEIC by its first bytes', Buffer.concat([uint32(24), text('ftypheic'), Buffer.alloc(64)])],
    ['an icon', Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), png])],
    ['a PostScript program', text('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file')],
    ['a drawing script', text('push graphic-context\nimage over 0,0 0,0 "https://example.test/x.png"\n')],
    ['a plain pixel map', text('P3 2 2 255\n1 1 1 1 1 1 1 1 1 1 1 1\n')],
    ['a program', Buffer.concat([text('\x7fELF'), Buffer.alloc(120, 0x90)])],
    ['an archive', zip],
    ['a PNG inside out', Buffer.concat([text(smuggled), png])],
    ['zeros', Buffer.alloc(4096)],
  ]
}
