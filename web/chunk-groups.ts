// What comes together, as one file each: a phone spends milliseconds, a kilobyte of headers and a place in its queue on every file that it
// asks for, however small. A browser keeps `start` and `router` over most deployments: nothing in them names the file of a screen.
const together = {
  start: [
    /\/node_modules\/(react|react-dom|scheduler|zustand)\//,
    /\/lucide-react\/dist\/esm\/(context|createLucideIcon|Icon|shared\/.*)\.mjs$/,
    /vite\/preload-helper/,
    /\/src\/(lib\/(api|broken-scans|kept-keys|new-version|open-layers|passkeys|repeat-keys|scan-keys|send-form|session|unsaved-work)\.|features\/login\/session-ended\.)|\/shared\/src\/domain\/(permissions|tenant-host)\./,
    /\/src\/ui\/(?:\w+\/)?(button|class-names|code-lost|control-class|defer|empty-state|logo|spinner|top-dialog|use-layer)\./,
    /\/icons\/(chevron-down|circle-alert|circle-exclamation-point|package-open|refresh-cw)\./,
  ],
  router: [
    /\/node_modules\/react-router\//,
    /\/query-core\/.*\/(query|queryCache|queryClient|queryObserver|mutation|mutationCache|infiniteQueryBehavior|utils|retryer|focusManager|notifyManager|onlineManager|environmentManager|timeoutManager|removable|subscribable)\.js$/,
    /\/react-query\/.*\/(QueryClientProvider|errorBoundaryUtils|suspense|useBaseQuery|useQuery|QueryErrorResetBoundary|IsRestoringProvider)\.js$/,
  ],
  'signed-in': [
    /\/src\/app\/(?!main|not-found-page)|\/src\/lib\/(screen-of|sounds|use-leaving)\.|\/settings\/settings-tabs\./,
    /\/icons\/(building-complex|chart-column|layout-dashboard|log-out|menu|message-square-text|messages-square|package|panel-left-\w+|scan-barcode|settings|user-cog|users|wallet)\./,
    /\/src\/crud\/(confirm-dialog|remove-dialog|data-table|filter-line|list-columns|list-filter\.|list-state|page|resource-page|resource-search|row-actions)/,
    /\/src\/ui\/(?:\w+\/)?(badge|card-list|dialog-wait|icon-button|media|menu|menu-button|page|progress-bar|row-opening|scan|search-box|skeleton|surface|table|tag|toast|toast-store|tooltip)\./,
    /\/icons\/(arrow-down|arrow-up|chevron-(?:left|right)|circle-check|ellipsis-vertical|list-filter|pencil|plus|search|trash|wifi-off|x)\./,
    /\/shared\/src\/domain\/(id-pattern|phone)\.|\/client-search\/client-name\.|\/packages\/package-filter\.|\/forms\/day\./,
    /\/features\/(exports\/export-items|imports\/import-items|clients\/no-messages)\.|\/icons\/bell-off\./,
  ],
  field: [
    /\/src\/ui\/(?:\w+\/)?(decimal-text|field|note|password-input|segmented|select-input|text-area|text-input)\./,
    /\/icons\/(eye|eye-off)\./,
  ],
  checkbox: [/\/src\/ui\/forms\/checkbox\./, /\/icons\/(check|minus)\./],
  dialog: [
    /\/node_modules\/(@radix-ui\/(primitive|react-(compose-refs|context|dialog|dismissable-layer|focus-guards|focus-scope|id|portal|presence|primitive|slot|use-(callback-ref|controllable-state|effect-event|layout-effect)))|aria-hidden|get-nonce|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|tslib|use-callback-ref|use-sidecar)\//,
    /\/src\/ui\/(?:\w+\/)?(dialog|discard-dialog|use-unsaved-work)\./,
  ],
  saving: [/\/(mutationObserver|useMutation)\.js$/, /\/src\/ui\/feedback\/(failure-toast|toast-action)\./],
  schema: [/\/node_modules\/zod\//, /\/shared\/src\/contract\/(schema|endpoint|catalogue|tracking-errors)\./],
  form: [
    /\/node_modules\/react-hook-form\//,
    /\/src\/crud\/(form-dialog|form-resolver|server-form|record-texts)\./,
    /\/src\/ui\/(?:\w+\/)?(problem-list|form-fields|form-section|present-password|text-fields)\./,
  ],
  values: [
    /\/src\/ui\/display\/amount\./,
    /\/shared\/src\/domain\/(business-date|debt-age|label-code|lazy|max-amount|money-format|payment-method|price-units)\./,
  ],
  codes: [
    /\/shared\/src\/domain\/(carrier-number|check-digit|number-marks|numbers-in-text|tracking-code|typed-code|visible-text|wrapped-number)\./,
  ],
  prices: [
    /\/node_modules\/big\.js\//,
    /\/shared\/src\/domain\/(money|currency|charges|storage|discount|invoice-totals|package-price|package-choice|conversion-text|tariff-rules|price-arithmetic)\./,
  ],
  tabs: [/\/ui\/layout\/tabs\.|\/packages\/package-tabs\./],
  devices: [/\/devices\/(printer\/label-way|serial-ports)\.|\/packages\/label-after-saving\.|\/icons\/pin\./],
  'package-contract': [
    /\/shared\/src\/contract\/(chosen-packages|measures|package-filter|package-status|packages|tariffs)\./,
  ],
  'client-choice': [
    /\/src\/ui\/(forms\/combobox|display\/highlight)\.|\/client-search\/(client-option|search-clients)\./,
  ],
  'row-parts': [
    /\/src\/ui\/display\/(missing-measures|status-badge|tracking)\.|\/tariffs\/shipping-kind\.|\/packages\/package-choices\.|\/lib\/waiting\./,
    /\/crud\/opened-row\.|\/client-search\/client-link\.|\/icons\/(circle-dot|plane|receipt-text|ship|tag|user)\./,
  ],
  'package-form': [
    /\/features\/packages\/(client-field|discount-fields|estimated-total|field-focus|find-owner|measures-field|new-packages|package-details|package-draft|package-form|package-tariff|price-steps|sitting|tariff-field|tracking-field|weight-line)\./,
  ],
  package: [
    /\/features\/packages\/(label-button|opened-package|package-dialog|package-selection|package-text|shipment-link|status-menu)\./,
    /\/ui\/lists\/selection\.|\/shared\/src\/domain\/status-history\./,
  ],
}

export const chunkGroups = Object.entries(together).map(([name, parts]) => ({
  name,
  test: (id: string) => parts.some((part) => part.test(id)),
}))
