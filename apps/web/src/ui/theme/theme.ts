import { createTheme, type CSSVariablesResolver } from '@mantine/core';
import { mantineColors } from './mantine-colors.ts';

/** Faces and measures of the look. Component defaults are plain objects, so that unused components stay out. */
export const theme = createTheme({
  primaryColor: 'sight',
  primaryShade: 9,
  colors: mantineColors,
  white: '#ffffff',
  black: '#192227',
  fontFamily: 'var(--s-font)',
  fontFamilyMonospace: 'var(--s-font-mono)',
  headings: { fontFamily: 'var(--s-font)', fontWeight: '600' },
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '6px', xl: '6px' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '.75rem', sm: '.8125rem', md: '.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.5', sm: '1.54', md: '1.57', lg: '1.5', xl: '1.4' },
  shadows: {
    xs: 'var(--s-shadow-1)',
    sm: 'var(--s-shadow-1)',
    md: 'var(--s-shadow-2)',
    lg: 'var(--s-shadow-3)',
    xl: 'var(--s-shadow-3)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } },
    Button: { defaultProps: { size: 'md', fw: 500 } },
    Input: {
      defaultProps: { size: 'md' },
      vars: () => ({
        wrapper: {
          '--input-bg': 'var(--s-field)',
          '--input-bd': 'var(--s-control-line)',
          '--input-height': 'var(--s-input-height, var(--s-control))',
          '--input-fz': 'var(--s-fs-14)',
        },
      }),
    },
    InputWrapper: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'sm',
        overlayProps: { color: 'var(--s-scrim)', backgroundOpacity: 1 },
        transitionProps: { duration: 120, transition: 'fade' },
      },
    },
    // Without the placeholder the first entry has the focus, as menus do everywhere; with it, a menu would hold something that is no entry.
    // A key that is pressed before the focus has come into the menu closes none.
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        clickOutsideEvents: ['mousedown', 'touchstart'],
        shadow: 'md',
        transitionProps: { duration: 80, transition: 'fade' },
      },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 80, transition: 'fade' } } },
    Tooltip: {
      defaultProps: { openDelay: 300, transitionProps: { duration: 80, transition: 'fade' }, color: 'dark.7' },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 36 } },
    SegmentedControl: { defaultProps: { size: 'sm', transitionDuration: 120 } },
  },
});

const statusColors = {
  red: 'bad',
  orange: 'high',
  yellow: 'warn',
  green: 'ok',
  violet: 'person',
  pink: 'vehicle',
  blue: 'low',
} as const;

const mapped = (): Record<string, string> => {
  const color = (name: string): string => `--mantine-color-${name}`;
  const token = (name: string): string => `var(--s-${name})`;
  const variables: Record<string, string> = {
    [color('body')]: token('bg'),
    [color('text')]: token('text'),
    [color('bright')]: token('text'),
    [color('dimmed')]: token('text-3'),
    [color('placeholder')]: token('text-3'),
    [color('anchor')]: token('accent-text'),
    [color('error')]: token('bad-text'),
    [color('success')]: token('ok-text'),
    [color('default')]: token('raised'),
    [color('default-hover')]: token('hover'),
    [color('default-color')]: token('text'),
    [color('default-border')]: token('line-strong'),
    [color('disabled')]: token('sunken'),
    [color('disabled-color')]: token('text-disabled'),
    [color('disabled-border')]: token('line'),
    [color('sight-filled')]: token('accent'),
    [color('sight-filled-hover')]: token('accent-hover'),
    [color('red-filled')]: token('bad-solid'),
    [color('red-filled-hover')]: token('bad-hover'),
    [color('sight-light')]: token('accent-soft'),
    [color('sight-light-hover')]: token('selected'),
    [color('sight-light-color')]: token('accent-text'),
    [color('sight-text')]: token('accent-text'),
    [color('sight-outline')]: token('accent-text'),
    [color('gray-light-hover')]: token('hover'),
    [color('gray-light-color')]: token('text-2'),
    [color('gray-text')]: token('text-2'),
  };
  for (const [name, status] of Object.entries(statusColors)) {
    variables[color(`${name}-light`)] = token(`${status}-soft`);
    for (const part of ['light-color', 'text', 'outline'])
      variables[color(`${name}-${part}`)] = token(`${status}-text`);
  }
  return variables;
};

/** Sends the component library's variables to our tokens, so that one file of tokens decides both themes. */
export const themeVariables: CSSVariablesResolver = () => ({ variables: {}, light: mapped(), dark: mapped() });
