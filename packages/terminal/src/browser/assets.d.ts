/** Files that the bundler puts beside the page, by their address. */
declare module '*?url' {
  const url: string
  export default url
}
