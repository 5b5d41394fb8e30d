import { createContext, use, useEffect, useState } from 'react'
import { type createBrowserRouter, type Location, useBlocker, useLocation, useNavigationType } from 'react-router'
import { closeLayersAbove, type Layer, layersWithStep, openLayers, watchLayers } from '../lib/open-layers.ts'
import { workLostBy } from '../lib/unsaved-work.ts'

type Router = ReturnType<typeof createBrowserRouter>

const readStep = ({ state }: Location): number => (typeof state?.step === 'number' ? state.step : 0)

const placeNow = (): number => window.history.state?.idx ?? 0

/** Milliseconds. If the browser's own question prevents a step, its event never comes. */
const longestMs = 5_000

/** Keeps as many steps in the history above a screen as layers are open over it. */
function keepSteps(router: Router) {
  let shown = { key: router.state.location.key, place: placeNow() }
  let timer: number | undefined
  let waitsSince = 0
  /** While a question about leaving is open, no other navigation may remove it. */
  let isAsking = false
  /** The layers that were open when a step back began. A layer opened since belongs to the next screen. */
  let known: readonly Layer[] | undefined
  const isUnderWay = () => timer !== undefined

  function wait(): void {
    window.clearTimeout(timer)
    waitsSince = performance.now()
    timer = window.setTimeout(giveUp, longestMs)
  }
  function resume(): void {
    window.clearTimeout(timer)
    timer = undefined
    settle()
  }
  function giveUp(): void {
    timer = undefined
    known = undefined
    // A step that is only late must not be taken twice.
    if (placeNow() !== shown.place) settle()
  }
  function go(steps: number): void {
    wait()
    known = openLayers()
    void router.navigate(steps)
  }
  function settle(): void {
    const { location, navigation } = router.state
    if (isUnderWay() || isAsking || navigation.state !== 'idle' || location.key !== shown.key) return
    const astray = shown.place - placeNow()
    const surplus = readStep(location) - layersWithStep().length
    // Two quick Backs take the browser past the screen that the router held.
    if (astray !== 0) go(astray)
    // Also skips steps whose layer is closed: after a reload, or when the user goes forward.
    else if (surplus > 0) go(-surplus)
    else if (surplus < 0) {
      const state = { ...location.state, step: readStep(location) + 1 }
      void router.navigate(location, { state, preventScrollReset: true })
    }
  }
  return {
    arrive(location: Location, action: string): void {
      shown = { key: location.key, place: placeNow() }
      if (action === 'POP') closeLayersAbove(readStep(location), known ?? openLayers())
      known = undefined
      settle()
    },
    blocks(from: Location, to: Location, isBack: boolean): boolean {
      // Going back to the screen that is already shown would be undone by the router, again and again.
      if (isBack && to.key === from.key) return false
      const top = openLayers().at(-1)
      const isLost = workLostBy(from, to) !== undefined
      const isHeld =
        isBack &&
        (top?.isQuestion ||
          layersWithStep()
            .slice(readStep(to))
            .some((layer) => layer.holds()))
      if (!isLost && !isHeld) return false
      known = undefined
      isAsking = isLost
      // The layer on top asks, unless the whole screen is left; a question counts Back as "stay", but not a hasty second one.
      if (isHeld && (top?.isQuestion || !isLost) && !isUnderWay()) queueMicrotask(() => top?.close())
      if (isBack) wait()
      return true
    },
    answered(): void {
      isAsking = false
      queueMicrotask(settle)
    },
    follow(): () => void {
      // Events from before the wait are not the awaited one. The timer fires after the router and this listener.
      const onPopState = ({ timeStamp }: Event) => {
        if (isUnderWay() && timeStamp > waitsSince) {
          window.clearTimeout(timer)
          timer = window.setTimeout(resume)
        } else known = undefined
      }
      const stopWatching = watchLayers(() => queueMicrotask(settle))
      window.addEventListener('popstate', onPopState)
      return () => {
        window.clearTimeout(timer)
        stopWatching()
        window.removeEventListener('popstate', onPopState)
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
