/** Of Ogg: polynomial 0x04c11db7, not reflected. */
function checksum(page: Buffer): number {
  let sum = 0
  for (const byte of page) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0)
  }
  return sum >>> 0
}

const kinds = { first: 2, middle: 0, last: 4 }

function buildPage(
  kind: keyof typeof kinds,
  { sequence, samples }: { sequence: number; samples: number },
  packets: Buffer[],
): Buffer {
  const head = Buffer.alloc(27)
  head.write('OggS')
  head.writeUInt8(kinds[kind], 5)
  head.writeBigUInt64LE(BigInt(samples), 6)
  head.writeUInt32LE(sequence, 18)
  head.writeUInt8(packets.length, 26)
  const page = Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets])
  page.writeUInt32LE(checksum(page), 22)
  return page
}

/** Four seconds of silence as WhatsApp sends them, Opus in Ogg, which a browser plays. */
export function buildSilentVoice(): Buffer {
  const opusHead = Buffer.from([...Buffer.from('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])
  const opusTags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)])
  const frames = Array.from({ length: 200 }, () => Buffer.from([0xf8, 0xff, 0xfe]))
  return Buffer.concat([
    buildPage('first', { sequence: 0, samples: 0 }, [opusHead]),
    buildPage('middle', { sequence: 1, samples: 0 }, [opusTags]),
    buildPage('last', { sequence: 2, samples: frames.length * 960 }, frames),
  ])
}
