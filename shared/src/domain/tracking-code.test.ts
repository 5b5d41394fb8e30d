import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Carrier } from './carrier-number.ts'
import { findTrackingPage, lacksNumber, readTracking, searchedText } from './tracking-code.ts'

// Test numbers that carriers and public tables print, and others whose check digits a table of forward weights made.
const codes: [scan: string, tracking: string, carrier: Carrier | null][] = [
  ['420221539101026837331000039521', '9101026837331000039521', 'usps'],
  ['420331669400111899526018159083', '9400111899526018159083', 'usps'],
  ['420331229400111899913909960307', '9400111899913909960307', 'usps'],
  ['420331269261299919935181909370', '9261299919935181909370', 'usps'],
  ['4203317812349400111899301661318601', '9400111899301661318601', 'usps'],
  ['4201002334249200190132607600833457', '9200190132607600833457', 'usps'],
  ['4201028200009261290113185417468510', '9261290113185417468510', 'usps'],
  ['4203312692612986579754323194875745', '92612986579754323194875745', 'usps'],
  [']C1420221539101026837331000039521', '9101026837331000039521', 'usps'],
  ['42022153\u001d9101026837331000039521', '9101026837331000039521', 'usps'],
  ['420 22153 9101 0268 3733 1000 0395 21', '9101026837331000039521', 'usps'],
  ['9505511069605048600624', '9505511069605048600624', 'usps'],
  ['9101123456789000000013', '9101123456789000000013', 'usps'],
  ['92748931507708513018050063', '92748931507708513018050063', 'usps'],
  ['9400 1112 0108 0805 4830 16', '9400111201080805483016', 'usps'],
  ['9361289878700317633795', '9361289878700317633795', 'usps'],
  ['9405803699300124287899', '9405803699300124287899', 'usps'],
  ['9374869903824628194820', '9374869903824628194820', 'usps'],
  ['9261292700768711948021', '9261292700768711948021', 'usps'],
  ['0307 1790 0005 2348 3741', '03071790000523483741', 'usps'],
  ['71123456789123456787', '71123456789123456787', 'usps'],
  ['71969010756003077385', '71969010756003077385', 'usps'],
  ['LZ537990752US', 'LZ537990752US', 'usps'],
  ['1Z5R89390357567127', '1Z5R89390357567127', 'ups'],
  ['1Z879E930346834440', '1Z879E930346834440', 'ups'],
  ['1z410e7w0392751591', '1Z410E7W0392751591', 'ups'],
  ['1Z8V92A70367203024', '1Z8V92A70367203024', 'ups'],
  ['1Z 999 AA1 01 2345 6784', '1Z999AA10123456784', 'ups'],
  ['1Z99911Y0386252769', '1Z99911Y0386252769', 'ups'],
  ['1ZW8A18Y0395559794', '1ZW8A18Y0395559794', 'ups'],
  ['1ZR5F11Y0347104975', '1ZR5F11Y0347104975', 'ups'],
  ['9622001900000000000000776632517510', '776632517510', 'fedex'],
  ['9622001560000000000000794808390594', '794808390594', 'fedex'],
  ['9622001560001234567100794808390594', '794808390594', 'fedex'],
  ['9632001560123456789900794808390594', '794808390594', 'fedex'],
  ['9622034236671276842000746507529171', '746507529171', 'fedex'],
  ['9632777412154728038561962459571173', '61962459571173', 'fedex'],
  ['1001921334250001000300779017972697', '779017972697', 'fedex'],
  ['1001921380360001000300639585804382', '639585804382', 'fedex'],
  ['9611020987654312345672', '987654312345672', 'fedex'],
  ['9611020428084148525382', '428084148525382', 'fedex'],
  ['986578788855', '986578788855', 'fedex'],
  ['7905 3531 2317', '790535312317', 'fedex'],
  ['041441760228964', '041441760228964', 'fedex'],
  ['568283610012734', '568283610012734', 'fedex'],
  ['TBA502887274000', 'TBA502887274000', 'amazon'],
  ['tba010000000000', 'TBA010000000000', 'amazon'],
  ['TBM304512345678', 'TBM304512345678', 'amazon'],
  ['TBC120000000001', 'TBC120000000001', 'amazon'],
  ['3318810025', '3318810025', 'dhl'],
  ['73891051146', '73891051146', 'dhl'],
  ['8487135506', '8487135506', 'dhl'],
  ['JJD0099999999', 'JJD0099999999', 'dhl'],
  ['JVGL0999999990', 'JVGL0999999990', 'dhl'],
  ['JD014600006281230701', 'JD014600006281230701', 'dhl'],
  ['GM2951173225174494', 'GM2951173225174494', 'dhl'],
  ['C11031500001879', 'C11031500001879', 'ontrac'],
  ['C10999911320231', 'C10999911320231', 'ontrac'],
  ['C13957551313732', 'C13957551313732', 'ontrac'],
  ['D10011354453707', 'D10011354453707', 'ontrac'],
  ['LX17635036', 'LX17635036', 'lasership'],
  ['1LS717793482164', '1LS717793482164', 'lasership'],
  ['1LS7119013618127-1', '1LS7119013618127-1', 'lasership'],
  ['RB123456785GB', 'RB123456785GB', null],
  ['CP116372651CN', 'CP116372651CN', null],
]

describe('a scan', () => {
  test.each(codes)('%s is read as %s of %s', (scan, tracking, carrier) => {
    expect(readTracking(scan)).toEqual({ tracking, carrier })
  })

  test.each([
    ['a check digit of USPS that is wrong', '420221539101026837331000039522'],
    ['a check digit of UPS that is wrong', '1Z1111111111111111'],
    ['a check digit of FedEx that is wrong', '9622001560001234567100794808390595'],
    ['a check digit of OnTrac that is wrong', 'D10011342332144'],
    ['a check digit of S10 that is wrong', 'RB123456784GB'],
    ['a number of DHL with a wrong rest', '3318810011'],
    ['the number of a shop', 'ORD-2026-00017'],
    ['words', 'CAJA SIN ETIQUETA'],
  ])('stays as it came and has no carrier, where it is %s', (_, scan) => {
    expect(readTracking(` ${scan.toLowerCase()} `)).toEqual({ tracking: scan, carrier: null })
  })

  test('that was read once is read as the same number again', () => {
    const known = fc.constantFrom(...codes.map(([scan]) => scan))
    const typed = fc.string({ unit: fc.constantFrom(...'019AZ -]C[)>/.:?='), maxLength: 40 })
    fc.assert(
      fc.property(fc.oneof(known, typed, fc.string({ unit: 'binary', maxLength: 60 })), (scan) => {
        const { tracking } = readTracking(scan)
        expect(readTracking(tracking).tracking).toBe(tracking)
      }),
    )
  })

  test('with one wrong digit never loses its prefix', () => {
    // A zero at the end of FedEx Express stands for two rests, and is left out.
    const prefixed = codes.filter(
      ([scan, tracking, carrier]) =>
        /^\d{28,}$/.test(scan) && scan !== tracking && !(carrier === 'fedex' && scan.endsWith('0')),
    )
    const one = fc.constantFrom(...prefixed)
    fc.assert(
      fc.property(one, fc.nat(11), fc.integer({ min: 1, max: 9 }), ([scan], place, step) => {
        const at = scan.length - 1 - place
        const wrong = scan.slice(0, at) + ((Number(scan[at]) + step) % 10) + scan.slice(at + 1)
        expect(readTracking(wrong)).toEqual({ tracking: wrong, carrier: null })
      }),
    )
  })
})

test.each([
  ['9400-1112-0108-0805-4830-16', '9400111201080805483016'],
  ['94001112 01080805 483016', '9400111201080805483016'],
  ['9400\u00a01112\u200b0108\u202a0805\u202c483016', '9400111201080805483016'],
  ['９４００１１１２０１０８０８０５４８３０１６', '9400111201080805483016'],
  ['\u00ad1z999aa1\u20600123456784\ufeff', '1Z999AA10123456784'],
  ['1Z 999 AA1 01 2345 6784', '1Z999AA10123456784'],
  ['yt 2312 3456 7890 12', 'YT2312345678901 2'.replace(' ', '')],
  ['WR 12345', 'WR12345'],
  ['LP 0012 3456 78 CN', 'LP0012345678CN'],
  ['123 456 789', '123456789'],
  ['sf-1234 567890', 'SF-1234567890'],
  ['Caja 12345 azul', 'CAJA 12345 AZUL'],
  ['orden 2026 17', 'ORDEN 2026 17'],
  ['tv 55', 'TV 55'],
  [']C1]C11Z999AA10123456784', '1Z999AA10123456784'],
  [']C1', ']C1'],
])('the code %j is written as the number %s, and again as the same', (scan, tracking) => {
  expect(readTracking(scan).tracking).toBe(tracking)
  expect(readTracking(tracking).tracking).toBe(tracking)
})

const gs = '\u001d'
const rs = '\u001e'
test.each([
  ['HTTPS://WWW.UPS.COM/TRACK?TRACKNUM=1Z999AA10123456784&LOC=ES_NI', '1Z999AA10123456784'],
  ['https://www.ups.com/track?loc=en_US&tracknum=1Z999AA10123456784%2Ftrackdetails', '1Z999AA10123456784'],
  ['HTTPSÑ--WWW.UPS.COM-TRACK_TRACKNUM¿1Z999AA10123456784', '1Z999AA10123456784'],
  ['https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111201080805483016', '9400111201080805483016'],
  ['https://tools.usps.com/go/TrackConfirmAction?tLabels=420331229400111899913909960307', '9400111899913909960307'],
  ['www.fedex.com/fedextrack/?trknbr=794808390594', '794808390594'],
  ['https://track.amazon.com/tracking/TBA502887274000', 'TBA502887274000'],
  ['https://www.dhl.com/us-en/home/tracking.html?tracking-id=3318810025', '3318810025'],
  ['https://parcelsapp.com/en/tracking/YT2312345678901234', 'YT2312345678901234'],
  ['ups.com/track?num=1z999aa10123456784', '1Z999AA10123456784'],
  [
    `[)>${rs}01${gs}96152382802${gs}840${gs}001${gs}1Z00004951${gs}UPSN${gs}06X610${gs}159${gs}1234567${gs}1/1${gs}${gs}Y`,
    '1Z06X6100100004951',
  ],
  ['[)>0196152382802840001' + '1Z00004951UPSN06X6101591234567', '1Z06X6100100004951'],
  [`[)>${rs}01${gs}0233122${gs}840${gs}19${gs}7948083905940201${gs}FDEB${gs}${gs}${gs}1/1`, '794808390594'],
])('the number is read out of %j', (scan, tracking) => {
  expect(readTracking(scan).tracking).toBe(tracking)
  expect(lacksNumber(scan)).toBe(false)
})

test.each([
  'https://www.amazon.com/gp/css/order-history',
  'https://www.ups.com/track?tracknum=1Z999AA10123456784,1Z879E930346834440',
  `[)>${rs}01${gs}96152382802${gs}840${gs}001${gs}1Z00004952${gs}UPSN${gs}06X610${gs}159`,
  '[)>01961Z00004951UPSN06X610',
  'http://qr.example/3318810025',
])('no number is read out of %j', (scan) => {
  expect(lacksNumber(scan)).toBe(true)
})

test.each(['1Z999AA10123456784', 'ORD-2026-00017', 'CAJA.AZUL', '9400 1112', 'S/N 12345'])(
  '%s needs no other barcode',
  (scan) => {
    expect(lacksNumber(scan)).toBe(false)
  },
)

test.each([
  ['9400 1112 0108 0805 4830 16', '9400111201080805483016'],
  ['4203 3122 9400 1118 9991 3909 9603 07', '9400111899913909960307'],
  ['yt 2312 3456 7890 12', 'YT231234567890' + '12'],
  ['1112 0108 08', '1112010808'],
  ['lopez 31', 'lopez 31'],
  ['57 0031', '57 0031'],
  ['caja azul 12345678', 'caja azul 12345678'],
  ['DEM0031', 'DEM0031'],
  ['https://track.amazon.com/tracking/TBA502887274000', 'TBA502887274000'],
])('the text %j is searched as %s', (text, searched) => {
  expect(searchedText(text)).toBe(searched)
})

test('the page of a carrier names the number, and a code without a carrier has none', () => {
  const pages = codes
    .map(([scan]) => readTracking(scan))
    .map((code) => [code.tracking, code.carrier, findTrackingPage(code)])
  for (const [tracking, carrier, page] of pages) {
    expect(page).toEqual(carrier === null ? null : expect.stringMatching(new RegExp(`^https://.*[=/]${tracking}$`)))
  }
})
