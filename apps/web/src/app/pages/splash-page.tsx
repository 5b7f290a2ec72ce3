import { Splash } from '../session-life/splash.tsx';

/** The splash by its own address, without the frame of the application. */
export function SplashPage() {
  return <Splash />;
}
