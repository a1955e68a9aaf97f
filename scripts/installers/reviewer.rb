# Formula for Homebrew of the version that is built with it.
class Reviewer < Formula
  desc "Safety reviewer for Claude Code that judges each call before it runs"
  homepage "https://www.npmjs.com/package/step-reviewer"
  version "@VERSION@"
  license "MIT"

@URLS@

  def install
    bin.install "reviewer"
  end

  def caveats
    <<~EOS
      Register it with Claude Code:   reviewer setup
      After brew upgrade:             reviewer upgrade
      Before brew uninstall:          reviewer uninstall
    EOS
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/reviewer --version")
  end
end
