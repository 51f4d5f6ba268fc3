import { Navigate } from 'react-router';

/** The address that the start page of administrators had of its own. */
export default function FormerPanel() {
  return <Navigate to="/home" replace />;
}
