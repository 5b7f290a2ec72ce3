import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { sessionKnown } from '../../platform/session/session-store.ts';
import { root } from '../../platform/routes/frames.ts';
import { requireSession, requireSignedOut } from '../../platform/routes/guards.ts';
import { linkSearch, loginSearch, secondFactorSearch } from '../search-schemas.ts';

const login = createRoute({
  getParentRoute: () => root,
  path: '/auth/login',
  validateSearch: loginSearch,
  beforeLoad: ({ search }) => requireSignedOut(search),
  component: lazyRouteComponent(() => import('../pages/auth/login-page.tsx'), 'LoginPage'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/auth/sign-up',
  component: lazyRouteComponent(() => import('../pages/auth/sign-up-page.tsx'), 'SignUpPage'),
});

const emailVerification = createRoute({
  getParentRoute: () => root,
  path: '/email-verification',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('../pages/auth/email-verification-page.tsx'), 'EmailVerificationPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/forgot-password',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('../pages/auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset-password',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('../pages/auth/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/auth/invite',
  validateSearch: linkSearch,
  // What is offered depends on who is signed in.
  beforeLoad: async () => void (await sessionKnown()),
  component: lazyRouteComponent(() => import('../pages/auth/invite-page.tsx'), 'InvitePage'),
});

// Signing in never leads back below /auth, so the invitation has a second name for the way back.
const inviteAgain = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  validateSearch: linkSearch,
  beforeLoad: ({ search: { token } }) => redirect({ to: '/auth/invite', search: { token }, throw: true }),
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/auth/second-factor',
  validateSearch: secondFactorSearch,
  beforeLoad: () => requireSession('/'),
  component: lazyRouteComponent(() => import('../pages/auth/second-factor-page.tsx'), 'SecondFactorPage'),
});

/** Everything around signing in: pages without rail or tab bar, most of them for people who are not signed in. */
export const authRoutes = [
  login,
  signUp,
  emailVerification,
  forgotPassword,
  resetPassword,
  invite,
  inviteAgain,
  secondFactor,
] as const;
