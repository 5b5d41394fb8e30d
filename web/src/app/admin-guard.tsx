import { Navigate, Outlet } from 'react-router'
import { useSignedIn } from '../lib/session.ts'

export function AdminGuard() {
  const { user } = useSignedIn()
  return user.type === 'admin' ? <Outlet /> : <Navigate to="/dashboard" replace />
}
