import { createContext, use, useEffect, useState } from 'react'
import { type createBrowserRouter, type Location, useBlocker, useLocation, useNavigationType } from 'react-router'
import { closeLayersAbove, type Layer, layersWithStep, openLayers, watchLayers } from '../lib/open-layers.ts'
import { workLostBy } from '../lib/unsaved-work.ts'

type Router = ReturnType<typeof createBrowserRouter>

const readStep = ({ state }: Location): number => (typeof state?.step === 'number' ? state.step : 0)

const placeNow = (): number => window.history.state?.idx ?? 0

/** Milliseconds. If the browser's own question prevents a step, its event never comes. */
const longestMs = 5_000

/** Takes steps back, and waits for the browser's event of each. */
function createWait(router: Router, onEnd: () => void, onLate: () => void) {
  let timer: number | undefined
  let since = 0
  /** The layers that were open when a step back began. A layer opened since belongs to the next screen. */
  let known: readonly Layer[] | undefined
  const forget = () => {
    known = undefined
  }
  const start = (run: () => void, ms?: number) => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => {
      timer = undefined
      run()
    }, ms)
  }
  const begin = () => {
    since = performance.now()
    start(() => {
      forget()
      onLate()
    }, longestMs)
  }
  return {
    isUnderWay: () => timer !== undefined,
    begin,
    go(steps: number): void {
      begin()
      known = openLayers()
      void router.navigate(steps)
    },
    layersBefore: () => known ?? openLayers(),
    forget,
    // Events from before the wait are not the awaited one. The timer fires after the router and this listener.
    onPopState({ timeStamp }: Event): void {
      if (timer !== undefined && timeStamp > since) start(onEnd)
      else forget()
    },
    stop: () => window.clearTimeout(timer),
  }
}

function addStep(router: Router): void {
  const { location } = router.state
  const state = { ...location.state, step: readStep(location) + 1 }
  void router.navigate(location, { state, preventScrollReset: true })
}

const holdsAbove = (location: Location): boolean =>
  layersWithStep()
    .slice(readStep(location))
    .some((layer) => layer.holds())

/** Keeps as many steps in the history above a screen as layers are open over it. */
function keepSteps(router: Router) {
  let shown = { key: router.state.location.key, place: placeNow(), action: 'POP' }
  /** While a question about leaving is open, no other navigation may remove it. */
  let isAsking = false
  const wait = createWait(router, settle, () => {
    // A step that is only late must not be taken twice.
    if (placeNow() !== shown.place) settle()
  })

  function settle(): void {
    const { location, navigation } = router.state
    if (wait.isUnderWay() || isAsking || navigation.state !== 'idle' || location.key !== shown.key) return
    const astray = shown.place - placeNow()
    const surplus = readStep(location) - layersWithStep().length
    // Two quick Backs take the browser past the screen that the router held.
    if (astray !== 0) wait.go(astray)
    // Also skips steps whose layer is closed: after a reload, or when the user goes forward.
    else if (surplus > 0) wait.go(-surplus)
    else if (surplus < 0) addStep(router)
  }
  return {
    arrive(location: Location, action: string): void {
      // The screen that an address opens is no step back, though the router says so.
      const isBack = action === 'POP' && (location.key !== shown.key || action !== shown.action)
      shown = { key: location.key, place: placeNow(), action }
      if (isBack) closeLayersAbove(readStep(location), wait.layersBefore())
      wait.forget()
      settle()
    },
    blocks(from: Location, to: Location, isBack: boolean): boolean {
      // Going back to the screen that is already shown would be undone by the router, again and again.
      if (isBack && to.key === from.key) return false
      const top = openLayers().at(-1)
      const isLost = workLostBy(from, to) !== undefined
      const isHeld = isBack && (top?.isQuestion || holdsAbove(to))
      if (!isLost && !isHeld) return false
      wait.forget()
      isAsking = isLost
      // The layer on top asks, unless the whole screen is left; a question counts Back as "stay", but not a hasty second one.
      if (isHeld && (top?.isQuestion || !isLost) && !wait.isUnderWay()) queueMicrotask(() => top?.close())
      if (isBack) wait.begin()
      return true
    },
    answered(): void {
      isAsking = false
      queueMicrotask(settle)
    },
    follow(): () => void {
      const stopWatching = watchLayers(() => queueMicrotask(settle))
      window.addEventListener('popstate', wait.onPopState)
      return () => {
        wait.stop()
        stopWatching()
        window.removeEventListener('popstate', wait.onPopState)
      }
    },
  }
}

export const AppRouter = createContext<Router | undefined>(undefined)

export function BackSteps() {
  const router = use(AppRouter)
  if (router === undefined) throw new Error('The screens are outside of their router')
  const [steps] = useState(() => keepSteps(router))
  const location = useLocation()
  const action = useNavigationType()
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) =>
    steps.blocks(currentLocation, nextLocation, historyAction === 'POP'),
  )
  useEffect(() => steps.follow(), [steps])
  useEffect(() => steps.arrive(location, action), [steps, location, action])
  if (blocker.state !== 'blocked') return null
  const answer = (run: () => void) => () => {
    run()
    steps.answered()
  }
  const work = workLostBy(location, blocker.location)
  return work?.ask({ onStay: answer(blocker.reset), onLeave: answer(blocker.proceed) })
}
