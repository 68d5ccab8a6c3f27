/** The dark modules of a QR code as one SVG path: `data` has a 1 for each, row by row of `size`. Pure. */
export const qrPath = ({ size, data }: { size: number; data: ArrayLike<number> }): string =>
  Array.from(data)
    .flatMap((module, index) =>
      module === 1 ? [`M${index % size} ${Math.floor(index / size)}h1v1h-1z`] : [],
    )
    .join('')
