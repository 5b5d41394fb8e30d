import { Navigate, Outlet } from 'react-router'
import { useSignedIn } from '../lib/session.ts'

/** The administration is for admins; everybody else goes to the dashboard. */
export function AdminGuard() {
  const { user } = useSignedIn()
  return user.type === 'admin' ? <Outlet /> : <Navigate to="/dashboard" replace />
}
