import { renderSentence as renderClientSentence } from './features/client-pages/page-frame.ts'
import { contentPolicy as clientPolicy } from './features/client-pages/pages-style.ts'
import { createClientPages } from './features/client-pages/routes.ts'
import { createReceiptOpener } from './features/dispatches/receipts.ts'
import { renderLinkSentence } from './features/invoice-links/invoice-page.ts'
import { contentPolicy } from './features/invoice-links/link-style.ts'
import { createLinkOpener } from './features/invoice-links/open-link.ts'
import { createPhotoLinkOpener } from './features/photo-links/open-photo-link.ts'
import { photoPolicy, renderPhotoSentence } from './features/photo-links/photo-page.ts'
import { createPriceOpener, renderPriceSentence } from './features/public-tariffs/open-prices.ts'
import { contentPolicy as pricePolicy } from './features/public-tariffs/price-style.ts'
import { createSignupPages } from './features/signups/open-signup.ts'
import { renderSentence as renderSignupSentence } from './features/signups/signup-frame.ts'
import { contentPolicy as signupPolicy } from './features/signups/signup-style.ts'
import { createTrackingOpener, renderTrackingSentence } from './features/tracking/open-tracking.ts'
import { contentPolicy as trackingPolicy } from './features/tracking/tracking-style.ts'
import type { PublicPages } from './platform/http/public-pages.ts'

type Open = PublicPages['pages'][number]['open']

/** A page and its parts, such as its picture or its paper. */
const withParts = (path: string, open: Open) => [
  { path, open },
  { path: `${path}/:part`, open },
]

/** All pages that need no sign-in of staff, in groups that share a look. */
export function createOutsidePages(place: Parameters<typeof createClientPages>[0]): Omit<PublicPages, 'baseDomain'>[] {
  const { database } = place
  return [
    {
      pages: [
        ...withParts('/f/:secret', createLinkOpener(place)),
        ...withParts('/r/:secret', createReceiptOpener(database)),
      ],
      contentPolicy,
      renderSentence: renderLinkSentence,
    },
    {
      pages: withParts('/p/:secret', createPhotoLinkOpener(database)),
      contentPolicy: photoPolicy,
      renderSentence: renderPhotoSentence,
    },
    {
      pages: [{ path: '/rastreo', open: createTrackingOpener(database) }],
      contentPolicy: trackingPolicy,
      renderSentence: renderTrackingSentence,
    },
    {
      pages: [{ path: '/precios', open: createPriceOpener(database) }],
      contentPolicy: pricePolicy,
      renderSentence: renderPriceSentence,
    },
    {
      pages: createSignupPages(database),
      contentPolicy: signupPolicy,
      renderSentence: renderSignupSentence,
    },
    {
      pages: createClientPages(place),
      contentPolicy: clientPolicy,
      renderSentence: renderClientSentence,
      refused: 'Vuelva a intentarlo desde su casillero.',
    },
  ]
}
