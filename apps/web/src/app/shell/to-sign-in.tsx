import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Leads to the sign-in, and from there back to what was on the screen. Draws nothing. */
export function ToSignIn() {
  const navigate = useNavigate();
  const { href } = useLocation();
  const leave = useEffectEvent(() => navigate({ to: '/auth/login', search: { redirectUrl: href }, replace: true }));
  useEffect(() => void leave(), []);
  return null;
}
