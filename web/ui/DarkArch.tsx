/** An arch with its lamp out. */
export const DarkArch = () => (
  <svg
    width="112"
    height="136"
    viewBox="0 0 112 136"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M12 132V56a44 44 0 0 1 88 0v76Z" fill="var(--stone)" stroke="var(--line)" />
    <path d="M24 132V57a32 32 0 0 1 64 0v75" fill="var(--stone-deep)" stroke="var(--line)" />
    <path d="M4 132h104" stroke="var(--line)" />
    <path d="M56 34v22m-9 26 3-20h12l3 20a9 9 0 0 1-18 0Zm9-2v-5m0-7c2-2 2-4-1-6" stroke="var(--muted)" />
  </svg>
)
