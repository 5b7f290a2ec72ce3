/** Line drawing of the empty page: a camera that looks over two roofs. */
export function DeviceArt() {
  return (
    <svg
      width="200"
      height="56"
      viewBox="0 0 200 56"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M2 54h196M104 54V34h26v20M138 54V26h40v28M146 36h8M162 36h8M146 44h8M162 44h8" />
      <g stroke="var(--s-accent-text)">
        <path d="M28 54V28M20 12l30 8-4 12-30-8zM50 20l8 8-10 4" />
      </g>
    </svg>
  );
}
