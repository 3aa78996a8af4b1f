// Boards to start with, in the notation of links.

export const EXAMPLES = [
  {
    name: "A classic",
    fragment:
      "cells=.A7.21.A9.B3.A2.A5.B4.78.B169.A7.A3.D4.A9.A385.B45.6.B7.A9.A5.B6.A87.1.A",
  },
  {
    name: "A duplicate",
    fragment:
      "cells=.A7.21.A9.B3.A2.A5.B4.78.B169.A7.A3.D4.A9.A385.B45.6.B7.A9.A5.B6.687.1.A",
  },
  {
    name: "Many solutions",
    fragment:
      "cells=.C21.A9.B3.A2.A5.B4.78.B169.A7.A3.D4.A9.A385.B45.6.B7.A9.A5.B6.A87.1.A",
  },
  {
    name: "No solution",
    fragment:
      "cells=.A7.21.A9.B3.A25.5.B4.78.B169.A7.A3.D4.A9.A385.B45.6.B7.A9.A5.B6.A87.1.A",
  },
  {
    name: "6 × 6",
    fragment:
      "cells=.4.B1.A1.65.D3A.D41.3.A6.B4.",
  },
  {
    name: "16 × 16 with letters",
    fragment:
      "cells=d.C9b.A31.7.C83.d7.g.A5.b.4.B4.Dg.B8.9.Ae.7832fd.A4c.6a.B4168.Ba.Bb7.Ab.ed.A1.A6932.B8.Cc2g39.Be.2.B4.Bb.B8.Cc.B3.B9.B7.7.Bca48e.Cb.B6295.Ad.A7c.4.A4d.Bf.B5681.B29.8f.A7bdga5.3.Af.5.B3.D7.Bg.b.5.A6.fe.98.C1.ga.A78.Cb&symbols=123456789ABCDEFG",
  },
  {
    name: "Jigsaw",
    fragment:
      "cells=.E2.A7834.2.5.C6.D4.A9.A8.A3.B5.B2.A9.A4.A3.D3.C4.5.8627.A5.E&regions=.A1D2A.B1A2C.C1A5A23B4A5A2A3C4A5B63A4B5A86A7B48B6B7A48B6B7C8A",
  },
  {
    name: "Diagonal",
    fragment:
      "cells=3.A5.B9.A89.A3.B42.I4.8.A5.H8.A6.7.I68.B2.A45.A5.B6.A1&variants=diagonal",
  },
  {
    name: "Windoku",
    fragment:
      "cells=.A4.8.3.9.A5.E92.7.C1.9.V3.4.C8.15.E9.A1.9.6.2.A&variants=windoku",
  },
  {
    name: "Anti-knight",
    fragment:
      "cells=8.6.1.C9.C2.L2.1.C84.A5.3.A25.C8.6.L8.C5.C5.9.4&variants=anti_knight",
  },
];
