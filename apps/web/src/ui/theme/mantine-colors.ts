import type { MantineColorsTuple } from '@mantine/core';

/** Ten steps per colour, generated with the tokens: step 9 carries white text and stands on its own step 0. */
export const mantineColors: Record<string, MantineColorsTuple> = {
  sight: ['#e6f7fd', '#ceecf7', '#adddee', '#8acce4', '#70c3df', '#49b0d0', '#2e9aba', '#1784a1', '#036279', '#066e88'],
  red: ['#fef0ee', '#ffddda', '#fec4be', '#fea69e', '#ff938b', '#f6736c', '#e55551', '#cc3d3d', '#9c2728', '#b0292c'],
  orange: ['#fff0e8', '#ffdfcc', '#fdc7a7', '#f6ae83', '#efa171', '#e3874b', '#d16d23', '#b85902', '#894101', '#9a4900'],
  yellow: ['#fcf2e2', '#f6e3c7', '#ecd0a5', '#e1ba7f', '#d8ae6c', '#c99843', '#b7810f', '#9d6d03', '#755000', '#835a02'],
  green: ['#e8f8ee', '#d1efdd', '#b3e1c7', '#92d2af', '#81c8a2', '#5eb68a', '#3aa273', '#1d8c5e', '#066944', '#04764c'],
  violet: ['#f2f2fe', '#e4e3ff', '#d1ceff', '#bdb7fe', '#b2a9ff', '#9e90fb', '#8977ec', '#7561d4', '#5745a2', '#624db8'],
  pink: ['#feeff5', '#ffdbea', '#febfdc', '#f7a4cb', '#ef95c1', '#e379ae', '#d15d9a', '#b94884', '#8c3063', '#9f356f'],
  blue: ['#ecf5fd', '#d8e9f7', '#bfd8ed', '#a4c5e2', '#96bbda', '#7ba7cc', '#6291ba', '#4d7ca4', '#365c7c', '#3c688c'],
  gray: ['#f4f6f7', '#edf0f1', '#e5e8eb', '#dadfe1', '#c6cbcf', '#a4acb1', '#838c92', '#636d74', '#475158', '#313b41'],
  dark: ['#e6eaec', '#afb7bc', '#98a0a5', '#687278', '#363e44', '#282f33', '#22292d', '#101517', '#0c1012', '#030507'],
};
