import { contentPolicy as clientPolicy } from './features/client-pages/pages-style.ts'
import { busyClientPage, createClientPages, refusedClientPage } from './features/client-pages/routes.ts'
import { createReceiptOpener } from './features/dispatches/receipts.ts'
import { busyPage } from './features/invoice-links/invoice-page.ts'
import { contentPolicy } from './features/invoice-links/link-style.ts'
import { createLinkOpener } from './features/invoice-links/open-link.ts'
import { createPhotoLinkOpener } from './features/photo-links/open-photo-link.ts'
import { busyPhotoPage, photoPolicy } from './features/photo-links/photo-page.ts'
import { busyPricePage, createPriceOpener } from './features/public-tariffs/open-prices.ts'
import { contentPolicy as pricePolicy } from './features/public-tariffs/price-style.ts'
import { busySignupPage, createSignupPages } from './features/signups/open-signup.ts'
import { contentPolicy as signupPolicy } from './features/signups/signup-style.ts'
import { busyTrackingPage, createTrackingOpener } from './features/tracking/open-tracking.ts'
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
      busyPage,
    },
    {
      pages: withParts('/p/:secret', createPhotoLinkOpener(database)),
      contentPolicy: photoPolicy,
      busyPage: busyPhotoPage,
    },
    {
      pages: [{ path: '/rastreo', open: createTrackingOpener(database) }],
      contentPolicy: trackingPolicy,
      busyPage: busyTrackingPage,
    },
    {
      pages: [{ path: '/precios', open: createPriceOpener(database) }],
      contentPolicy: pricePolicy,
      busyPage: busyPricePage,
    },
    {
      pages: createSignupPages(database),
      contentPolicy: signupPolicy,
      busyPage: busySignupPage,
    },
    {
      pages: createClientPages(place),
      contentPolicy: clientPolicy,
      busyPage: busyClientPage,
      refusedPage: refusedClientPage,
    },
  ]
}
